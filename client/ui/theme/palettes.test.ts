import { expect, test } from 'vitest'
import { colors } from '#client/core/session/preferences.ts'
import { contrastRatio, minContrast } from '#shared/core/contrast.ts'
import { themes } from '#shared/core/theme.ts'
import { palettes } from './palettes.ts'

const grounds = {
  light: ['#f3f0e8', '#fffdf8'],
  dark: ['#0e1311', '#161d1a'],
  bnw: ['#ffffff'],
}
const long = (hex: string) => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

test.each(colors.flatMap((color) => themes.map((theme) => [color, theme] as const)))(
  'has enough contrast with the palette %s in the theme %s, as text and as background [SH10]',
  (color, theme) => {
    const tone = (use: keyof (typeof palettes)['green']) => long(palettes[color][use].value[`_${theme}`])
    expect(contrastRatio(tone('contrast'), tone('solid'))).toBeGreaterThanOrEqual(minContrast.words)
    expect(contrastRatio(tone('fg'), tone('subtle'))).toBeGreaterThanOrEqual(minContrast.words)
    for (const ground of grounds[theme]) {
      expect(contrastRatio(tone('fg'), ground)).toBeGreaterThanOrEqual(minContrast.words)
      expect(contrastRatio(tone('focusRing'), ground)).toBeGreaterThanOrEqual(minContrast.shapes)
    }
  },
)
