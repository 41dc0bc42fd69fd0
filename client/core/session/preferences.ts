import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { preferencesKey } from '#client/core/preferences-key.ts'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { type Theme, themes } from '#shared/core/theme.ts'

/** Palettes of the theme. Red is not offered, since it marks errors. */
export const colors = ['green', 'blue', 'orange', 'gray'] as const
export type Color = (typeof colors)[number]
/** The uses of a palette: the last part of the names of the theme's variables. */
const uses = ['solid', 'contrast', 'fg', 'subtle', 'muted', 'emphasized', 'border', 'focusRing'] as const

type Preferences = {
  language: Language
  theme: Theme
  /** Color of buttons and other controls. */
  primaryColor: Color
  /** Color of the current position: the open screen in the menu, the focus ring. */
  secondaryColor: Color
  /** The menu shows only icons. */
  collapsed: boolean
}

/** Preferences that a device stores, whether or not a user is signed in. */
export const preferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      language: preferredLanguage(navigator.languages.join(',')),
      theme: globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      primaryColor: 'green',
      secondaryColor: 'green',
      collapsed: false,
    }),
    { name: preferencesKey, version: 1 },
  ),
)

/** The language of the interface. */
export const useLanguage = (): Language => preferences((state) => state.language)

export const setLanguage = (language: Language) => preferences.setState({ language })
export const setTheme = (theme: Theme) => preferences.setState({ theme })
export const setPrimaryColor = (primaryColor: Color) => preferences.setState({ primaryColor })
export const setSecondaryColor = (secondaryColor: Color) => preferences.setState({ secondaryColor })
export const toggleCollapsed = () => preferences.setState(({ collapsed }) => ({ collapsed: !collapsed }))

/** Sets the theme as a class of <html> and the colors as variables of it, before the first paint. */
export function applyTheme(): void {
  const { classList, style } = document.documentElement
  const paint = (role: 'primary' | 'secondary', color: Color) => {
    for (const use of uses) style.setProperty(`--chakra-colors-${role}-${use}`, `var(--chakra-colors-${color}-${use})`)
  }
  const mark = ({ theme, primaryColor, secondaryColor }: Preferences) => {
    classList.remove(...themes)
    classList.add(theme)
    style.colorScheme = theme === 'dark' ? 'dark' : 'light'
    paint('primary', primaryColor)
    paint('secondary', secondaryColor)
  }
  mark(preferences.getState())
  preferences.subscribe(mark)
}
