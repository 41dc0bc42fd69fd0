import foundations from 'virtual:theme-foundations'
import 'virtual:theme.css'
import { createSystem, defaultBaseConfig, type SystemContext } from '@chakra-ui/react'
import { themeConfigs } from './theme-config.ts'

const system = createSystem(defaultBaseConfig, foundations, ...themeConfigs)

type Recipe = ReturnType<typeof system.cva>
const recipeCache = new WeakMap<object, Recipe>()

/**
 * Caches recipes: each styled element requests its recipe on every render, and Chakra would create a new one each time.
 */
function cva(look: object = noStyles): Recipe {
  const recipe = recipeCache.get(look) ?? system.cva(look)
  recipeCache.set(look, recipe)
  return recipe
}
const noStyles = {}

/** The themes by class of <html>: light, dark, and black on white for print and e-ink. */
export const theme: SystemContext = {
  ...system,
  cva: cva as SystemContext['cva'],
  // The style sheet contains these already: generating them again took a quarter of the first render.
  _global: [],
  _config: { ...system._config, disableLayers: true },
}
