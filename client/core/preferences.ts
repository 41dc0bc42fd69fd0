import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type Language, preferredLanguage } from '#shared/core/language.ts'

export const themes = ['light', 'dark', 'bnw'] as const
export type Theme = (typeof themes)[number]

type Preferences = {
  language: Language
  theme: Theme
  /** The menu shows icons alone. */
  collapsed: boolean
}

/** What a device remembers of its user, signed in or not. */
export const preferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      language: preferredLanguage(navigator.languages.join(',')),
      theme: globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      collapsed: false,
    }),
    { name: 'assay.preferences', version: 1 },
  ),
)

export const setLanguage = (language: Language) => preferences.setState({ language })
export const setTheme = (theme: Theme) => preferences.setState({ theme })
export const toggleCollapsed = () => preferences.setState(({ collapsed }) => ({ collapsed: !collapsed }))

/** The theme is a class of <html>, and there before the first paint. */
export function applyTheme(): void {
  const mark = ({ theme }: Preferences) => {
    document.documentElement.classList.remove(...themes)
    document.documentElement.classList.add(theme)
    document.documentElement.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
  }
  mark(preferences.getState())
  preferences.subscribe(mark)
}
