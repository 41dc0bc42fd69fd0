import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'

/** The data that the build writes into the script. */
export type FirstFrameFacts = {
  preferencesKey: string
  rememberedUserKey: string
  themes: readonly Theme[]
  /** The paths of the private screens. */
  screens: readonly string[]
  /** The headings of some of these screens, by path. */
  headings: Record<string, Record<Language, string>>
}

/**
 * Runs in <head> before the first paint. The build writes its source into a file, so it must not refer to anything outside of
 * itself. Sets the theme, and shows the frame of the console to a remembered user at the URL of a private screen, with its
 * heading where that is known. Others see an empty page until the landing page renders.
 */
export function showFirstFrame({
  preferencesKey,
  rememberedUserKey,
  themes,
  screens,
  headings,
}: FirstFrameFacts): void {
  const root = document.documentElement
  let stored: { theme?: Theme; collapsed?: boolean; language?: Language } = {}
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
  if (!isKnown || !screens.includes(location.pathname)) return
  root.dataset.firstFrame = stored.collapsed ? 'collapsed' : 'open'
  const { language } = stored
  const text = language && headings[location.pathname]?.[language]
  if (!text) return
  root.dataset.firstHeading = ''
  // The frame is parsed after this script.
  new MutationObserver((_, observer) => {
    const heading = document.querySelector<HTMLElement>('.first-heading')
    if (!heading) return
    observer.disconnect()
    heading.lang = language.slice(0, 2)
    heading.textContent = text
  }).observe(root, { childList: true, subtree: true })
}
