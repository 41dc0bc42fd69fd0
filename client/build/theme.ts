import {
  ChakraProvider,
  type ChakraProviderProps,
  createSystem,
  defaultBaseConfig,
  type SystemConfig,
} from '@chakra-ui/react'
import { defaultThemeConfig } from '@chakra-ui/react/theme'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { globalStyles } from '#client/ui/theme/global-styles.ts'
import { themeConfigs } from '#client/ui/theme/theme-config.ts'

const virtualModules: Readonly<Record<string, () => string>> = {
  'virtual:theme-foundations': () => `export default ${JSON.stringify(chakraScales())}`,
  'virtual:theme.css': styleSheet,
}

/**
 * The parts of the theme that are the same for all users, created at build time: Chakra's scales as data, and the style
 * sheet that the browser would otherwise generate at every start.
 */
export function themePlugin(): Plugin {
  return {
    name: 'theme-parts',
    resolveId: (id) => (id in virtualModules ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? virtualModules[id.slice(1)]?.() : undefined),
  }
}

/**
 * Chakra's scales (spaces, sizes, text, motion) without unused recipes and colors and without the generated style
 * sheet. The preset is one object, so a bundler cannot tree-shake it.
 */
function chakraScales(): SystemConfig {
  const { theme, preflight: _preflight, globalCss: _globalCss, ...rest } = defaultThemeConfig
  const { recipes: _recipes, slotRecipes: _slotRecipes, keyframes: _keyframes, ...scales } = theme ?? {}
  const { colors = {}, ...tokens } = scales.tokens ?? {}
  const { colors: _palettes, ...semanticTokens } = scales.semanticTokens ?? {}
  const { transparent, current, black, white, blackAlpha } = colors as Record<string, object>
  const kept = { transparent, current, black, white, blackAlpha }
  return { ...rest, theme: { ...scales, semanticTokens, tokens: { ...tokens, colors: kept } } } as SystemConfig
}

/** The reset, the tokens as variables, the keyframes and the global styles, in the layers that the provider uses. */
function styleSheet(): string {
  const { preflight, globalCss, theme } = defaultThemeConfig
  const whole = { preflight, globalCss, theme: { keyframes: theme?.keyframes } } as SystemConfig
  const system = createSystem(defaultBaseConfig, chakraScales(), whole, ...themeConfigs, { globalCss: globalStyles })
  const styles = renderToStaticMarkup(createElement(ChakraProvider, { value: system } as ChakraProviderProps))
  return styles.replaceAll(/<\/?style[^>]*>/g, '')
}
