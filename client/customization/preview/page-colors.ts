import type { PageDraft } from '#client/customization/draft/draft.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import type { Theme } from '#shared/core/theme.ts'
import { pagePalette } from '#shared/customization/page-palette.ts'

/** The background for a brand's colors in the theme of the preview. */
export function pageColors({ background_color }: Pick<PageDraft, 'background_color'>, theme: Theme) {
  const { card, accent, onAccent } = pagePalette[theme]
  const own = theme !== 'bnw' && patterns.color.test(background_color) ? background_color : undefined
  return { card, accent: own ?? accent, onAccent }
}
