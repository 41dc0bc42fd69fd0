import type { PageDraft } from '#client/customization/draft/draft.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import type { Theme } from '#shared/core/theme.ts'

/** The background and accent colors of the verify page, from its style sheet. */
const backgrounds: Record<Theme, { card: string; accent: string; onAccent: string }> = {
  light: { card: '#fffdf8', accent: '#1d6349', onAccent: '#fffdf8' },
  dark: { card: '#161d1a', accent: '#86cfab', onAccent: '#0e1311' },
  bnw: { card: '#ffffff', accent: '#000000', onAccent: '#ffffff' },
}

/** The background for a brand's colors in the theme of the preview. */
export function pageColors({ background_color }: Pick<PageDraft, 'background_color'>, theme: Theme) {
  const { card, accent, onAccent } = backgrounds[theme]
  const own = theme !== 'bnw' && patterns.color.test(background_color) ? background_color : undefined
  return { card, accent: own ?? accent, onAccent }
}
