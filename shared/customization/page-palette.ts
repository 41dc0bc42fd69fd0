import type { Theme } from '#shared/core/theme.ts'

type PageColors = { card: string; accent: string; onAccent: string }

/**
 * The colors of the verify page without the brand's own ones: of a card, of the accent and of text on it. A test compares
 * them with `client/verify/styles/page.css`.
 */
export const pagePalette: Record<Theme, PageColors> = {
  light: { card: '#fffdf8', accent: '#1d6349', onAccent: '#fffdf8' },
  dark: { card: '#161d1a', accent: '#86cfab', onAccent: '#0e1311' },
  bnw: { card: '#ffffff', accent: '#000000', onAccent: '#ffffff' },
}
