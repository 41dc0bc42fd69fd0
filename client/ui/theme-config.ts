import { defineConfig, type SystemConfig } from '@chakra-ui/react'
import { palettes, standIn, themed } from './palettes.ts'
import { recipes, slotRecipes } from './recipes.ts'

/** The edge of a control has to be seen against the page (WCAG 1.4.11), unlike the edge of a panel. */
const fillable = { borderColor: 'border.emphasized' }

/** What is there within a moment needs no placeholder: it would only flash. */
const late = 'fade-in 0.2s 0.2s both'

/** What floats has an edge: a hairline, and where there is light, a shadow. */
const lifted = (y: number, blur: number) =>
  themed({
    light: `0 ${y}px ${blur}px rgb(27 39 35 / 0.14), 0 0 0 1px #dcd6c8`,
    dark: `0 ${y}px ${blur}px rgb(0 0 0 / 0.64), 0 0 0 1px #333f3a`,
    bnw: '0 0 0 1px #000',
  })

const config = defineConfig({
  conditions: { bnw: '.bnw &' },
  theme: {
    recipes: {
      input: { variants: { variant: { outline: fillable } } },
      skeleton: {
        variants: {
          variant: { pulse: { animation: `${late}, pulse 1.2s 0.4s infinite`, animationDuration: '0.2s, 1.2s' } },
        },
      },
      textarea: { variants: { variant: { outline: fillable } } },
    },
    slotRecipes: {
      nativeSelect: { slots: ['root', 'field', 'indicator'], variants: { variant: { outline: { field: fillable } } } },
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
      shadows: { sm: lifted(2, 4), md: lifted(4, 8), lg: lifted(8, 16), xl: lifted(16, 24) },
      radii: { l1: { value: '2px' }, l2: { value: '4px' }, l3: { value: '6px' } },
      colors: {
        bg: {
          DEFAULT: themed({ light: '#f3f0e8', dark: '#0e1311', bnw: '#fff' }),
          panel: themed({ light: '#fffdf8', dark: '#161d1a', bnw: '#fff' }),
          subtle: themed({ light: '#f8f5ee', dark: '#131a17', bnw: '#fff' }),
          muted: themed({ light: '#ebe7dc', dark: '#212a26', bnw: '#eee' }),
          emphasized: themed({ light: '#dcd6c8', dark: '#333f3a', bnw: '#ddd' }),
          inverted: themed({ light: '#1b2723', dark: '#ece8dc', bnw: '#000' }),
          error: themed({ light: '#f7e4df', dark: '#361a18', bnw: '#fff' }),
          warning: themed({ light: '#f6ead0', dark: '#30270f', bnw: '#fff' }),
          success: themed({ light: '#e3ede2', dark: '#1a2d25', bnw: '#fff' }),
          info: themed({ light: '#e3eaf0', dark: '#18242f', bnw: '#fff' }),
        },
        fg: {
          DEFAULT: themed({ light: '#1b2723', dark: '#ece8dc', bnw: '#000' }),
          muted: themed({ light: '#5b655f', dark: '#a3aca5', bnw: '#000' }),
          subtle: themed({ light: '#6b756f', dark: '#8f9992', bnw: '#333' }),
          inverted: themed({ light: '#fffdf8', dark: '#0e1311', bnw: '#fff' }),
          error: themed({ light: '#8b2d2a', dark: '#ee9a92', bnw: '#000' }),
          warning: themed({ light: '#7d5310', dark: '#e0b566', bnw: '#000' }),
          success: themed({ light: '#1d6349', dark: '#86cfab', bnw: '#000' }),
          info: themed({ light: '#2c4f73', dark: '#9fc3e6', bnw: '#000' }),
        },
        border: {
          DEFAULT: themed({ light: '#dcd6c8', dark: '#2c3632', bnw: '#000' }),
          muted: themed({ light: '#e6e1d5', dark: '#232c28', bnw: '#999' }),
          subtle: themed({ light: '#ebe7dc', dark: '#1c2420', bnw: '#bbb' }),
          /** The edge of what is filled in: at least 3:1 against the page. */
          emphasized: themed({ light: '#8c8a7c', dark: '#6a756f', bnw: '#000' }),
          error: themed({ light: '#8b2d2a', dark: '#ee9a92', bnw: '#000' }),
        },
        ...palettes,
        // What can be pressed, and where one is. Which palettes they are is a preference of the person.
        primary: standIn('green'),
        secondary: standIn('green'),
      },
    },
  },
})

/** What makes Chakra's scales this console's: its looks by component, then its colours, letters and edges. */
export const themeConfigs: readonly SystemConfig[] = [{ theme: { recipes, slotRecipes } }, config]
