import type { Theme } from '#shared/core/theme.ts'

/** What the script knows from the build. */
export type FirstFrameFacts = {
  preferencesKey: string
  rememberedUserKey: string
  themes: readonly Theme[]
  /** The addresses of the private screens. */
  screens: readonly string[]
}

/**
 * Runs in <head> before the first paint. The build writes its source into a file, so it must not refer to anything outside of
 * itself. Sets the theme, and shows the frame of the console to a remembered user at the address of a private screen. Others see an
 * empty page until the landing page renders.
 */
export function showFirstFrame({ preferencesKey, rememberedUserKey, themes, screens }: FirstFrameFacts): void {
  const root = document.documentElement
  let stored: { theme?: Theme; collapsed?: boolean } = {}
  let isKnown = false
  try {
    isKnown = localStorage.getItem(rememberedUserKey) !== null
    stored = JSON.parse(localStorage.getItem(preferencesKey) ?? '{}')?.state ?? {}
  } catch {
    // Without a readable storage the defaults apply.
  }
  const isStored = themes.includes(stored.theme as Theme)
  const theme = isStored ? stored.theme! : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.classList.add(theme)
  root.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
  if (isKnown && screens.includes(location.pathname)) root.dataset.firstFrame = stored.collapsed ? 'collapsed' : 'open'
}
