import { expect, test } from 'vitest'
import { colors, themes } from '#client/core/preferences.ts'
import { contrastOf, leastContrast } from '#shared/core/contrast.ts'
import { palettes } from './palettes.ts'

const grounds = {
  light: ['#f3f0e8', '#fffdf8'],
  dark: ['#0e1311', '#161d1a'],
  bnw: ['#ffffff'],
}
const long = (hex: string) => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

test.each(colors.flatMap((color) => themes.map((theme) => [color, theme] as const)))(
  'SH10 %s can be read in the theme %s, on the page and as its ground',
  (color, theme) => {
    const tone = (use: keyof (typeof palettes)['green']) => long(palettes[color][use].value[`_${theme}`])
    expect(contrastOf(tone('contrast'), tone('solid'))).toBeGreaterThanOrEqual(leastContrast.words)
    expect(contrastOf(tone('fg'), tone('subtle'))).toBeGreaterThanOrEqual(leastContrast.words)
    for (const ground of grounds[theme]) {
      expect(contrastOf(tone('fg'), ground)).toBeGreaterThanOrEqual(leastContrast.words)
      expect(contrastOf(tone('focusRing'), ground)).toBeGreaterThanOrEqual(leastContrast.shapes)
    }
  },
)
