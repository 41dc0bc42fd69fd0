import { defineConfig, type SystemConfig } from '@chakra-ui/react'
import { byTheme, paletteAlias, palettes } from './palettes.ts'
import { recipes, slotRecipes } from './recipes.ts'

/** The border of a control needs contrast with the page (WCAG 1.4.11), unlike the border of a panel. */
const controlBorder = { borderColor: 'border.emphasized' }

/** Delays a placeholder, so that content that loads quickly does not flash. */
const delayedFadeIn = 'fade-in 0.2s 0.2s both'

/** Floating elements have a border, and in light themes a shadow. */
const shadow = (y: number, blur: number) =>
  byTheme({
    light: `0 ${y}px ${blur}px rgb(27 39 35 / 0.14), 0 0 0 1px #dcd6c8`,
    dark: `0 ${y}px ${blur}px rgb(0 0 0 / 0.64), 0 0 0 1px #333f3a`,
    bnw: '0 0 0 1px #000',
  })

const config = defineConfig({
  conditions: { bnw: '.bnw &' },
  theme: {
    recipes: {
      input: { variants: { variant: { outline: controlBorder } } },
      skeleton: {
        variants: {
          variant: {
            pulse: { animation: `${delayedFadeIn}, pulse 1.2s 0.4s infinite`, animationDuration: '0.2s, 1.2s' },
          },
        },
      },
      textarea: { variants: { variant: { outline: controlBorder } } },
    },
    slotRecipes: {
      nativeSelect: {
        slots: ['root', 'field', 'indicator'],
        variants: { variant: { outline: { field: controlBorder } } },
      },
    },
    tokens: {
      fonts: {
        heading: {
          value: '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "DejaVu Serif", Georgia, serif',
        },
        body: { value: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif' },
      },
    },
    semanticTokens: {
      shadows: { sm: shadow(2, 4), md: shadow(4, 8), lg: shadow(8, 16), xl: shadow(16, 24) },
      radii: { l1: { value: '2px' }, l2: { value: '4px' }, l3: { value: '6px' } },
      colors: {
        bg: {
          DEFAULT: byTheme({ light: '#f3f0e8', dark: '#0e1311', bnw: '#fff' }),
          panel: byTheme({ light: '#fffdf8', dark: '#161d1a', bnw: '#fff' }),
          subtle: byTheme({ light: '#f8f5ee', dark: '#131a17', bnw: '#fff' }),
          muted: byTheme({ light: '#ebe7dc', dark: '#212a26', bnw: '#eee' }),
          emphasized: byTheme({ light: '#dcd6c8', dark: '#333f3a', bnw: '#ddd' }),
          inverted: byTheme({ light: '#1b2723', dark: '#ece8dc', bnw: '#000' }),
          error: palettes.red.subtle,
          warning: palettes.orange.subtle,
          success: palettes.green.subtle,
          info: palettes.blue.subtle,
        },
        fg: {
          DEFAULT: byTheme({ light: '#1b2723', dark: '#ece8dc', bnw: '#000' }),
          muted: byTheme({ light: '#5b655f', dark: '#a3aca5', bnw: '#000' }),
          subtle: byTheme({ light: '#6b756f', dark: '#8f9992', bnw: '#333' }),
          inverted: byTheme({ light: '#fffdf8', dark: '#0e1311', bnw: '#fff' }),
          error: palettes.red.fg,
          warning: palettes.orange.fg,
          success: palettes.green.fg,
          info: palettes.blue.fg,
        },
        border: {
          DEFAULT: byTheme({ light: '#dcd6c8', dark: '#2c3632', bnw: '#000' }),
          muted: byTheme({ light: '#e6e1d5', dark: '#232c28', bnw: '#999' }),
          subtle: byTheme({ light: '#ebe7dc', dark: '#1c2420', bnw: '#bbb' }),
          /** The border of inputs: contrast of at least 3:1 with the page. */
          emphasized: byTheme({ light: '#8c8a7c', dark: '#6a756f', bnw: '#000' }),
          error: palettes.red.fg,
        },
        ...palettes,
        // Controls and the current position. Their palettes are preferences of the user.
        primary: paletteAlias('green'),
        secondary: paletteAlias('green'),
      },
    },
  },
})

/** Adapts Chakra's scales to the console: recipes, then colors, fonts and borders. */
export const themeConfigs: readonly SystemConfig[] = [{ theme: { recipes, slotRecipes } }, config]
