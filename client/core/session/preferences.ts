import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type Language, preferredLanguage } from '#shared/core/i18n/language.ts'
import { type Theme, themes } from '#shared/core/theme.ts'

/** Palettes of the theme. Red is left out: it says that something is wrong. */
export const colors = ['green', 'blue', 'orange', 'gray'] as const
export type Color = (typeof colors)[number]
/** What a palette is used as: the names end the theme's variables. */
const uses = ['solid', 'contrast', 'fg', 'subtle', 'muted', 'emphasized', 'border', 'focusRing'] as const

type Preferences = {
  language: Language
  theme: Theme
  /** Of what can be pressed. */
  primaryColor: Color
  /** Of where one is: the open screen in the menu, the ring of the focus. */
  secondaryColor: Color
  /** The menu shows icons alone. */
  collapsed: boolean
}

/** What a device remembers of its user, signed in or not. */
export const preferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      language: preferredLanguage(navigator.languages.join(',')),
      theme: globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      primaryColor: 'green',
      secondaryColor: 'green',
      collapsed: false,
    }),
    { name: 'assay.preferences', version: 1 },
  ),
)

export const setLanguage = (language: Language) => preferences.setState({ language })
export const setTheme = (theme: Theme) => preferences.setState({ theme })
export const setPrimaryColor = (primaryColor: Color) => preferences.setState({ primaryColor })
export const setSecondaryColor = (secondaryColor: Color) => preferences.setState({ secondaryColor })
export const toggleCollapsed = () => preferences.setState(({ collapsed }) => ({ collapsed: !collapsed }))

/** The theme is a class of <html>, the colours are variables of it; both are there before the first paint. */
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
