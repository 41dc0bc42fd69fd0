import type { SystemConfig } from '@chakra-ui/react'
import { defaultThemeConfig } from '@chakra-ui/react/theme'
import type { Plugin } from 'vite'

const name = 'virtual:theme-foundations'

/**
 * Chakra's scales (spaces, sizes, text, motion) without the recipes and colours that nothing here shows: the whole preset is
 * one object, of which a bundler cannot leave anything out.
 */
export function themeFoundations(): Plugin {
  return {
    name: 'theme-foundations',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(foundations())}` : undefined),
  }
}

function foundations(): SystemConfig {
  const { theme, ...rest } = defaultThemeConfig
  const { recipes: _recipes, slotRecipes: _slotRecipes, ...scales } = theme ?? {}
  const { colors = {}, ...tokens } = scales.tokens ?? {}
  const { colors: _palettes, ...semanticTokens } = scales.semanticTokens ?? {}
  const { transparent, current, black, white, blackAlpha } = colors as Record<string, object>
  const kept = { transparent, current, black, white, blackAlpha }
  return { ...rest, theme: { ...scales, semanticTokens, tokens: { ...tokens, colors: kept } } } as SystemConfig
}
