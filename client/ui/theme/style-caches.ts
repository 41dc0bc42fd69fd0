import type { SystemContext } from '@chakra-ui/react'

type Recipe = ReturnType<SystemContext['cva']>
type Styles = ReturnType<SystemContext['css']>
type CachedFunctions = Pick<SystemContext, 'cva' | 'css' | 'isValidProperty'>

/** Sizes that are calculated, such as those of a chart, can have any number of values. */
const maxStylesPerRecipe = 500
const noStyles = {}

/**
 * The functions of Chakra that each styled element calls on every render, with caches. Chakra creates a recipe again each time,
 * and finds styles and properties by a text of everything that was given.
 */
export function cachedFunctions(system: SystemContext): CachedFunctions {
  const recipes = new WeakMap<object, Recipe>()
  const stylesOf = new WeakMap<object, Map<string, Styles>>()
  const properties = new Map<string, boolean>()

  function cva(look: object = noStyles): Recipe {
    const recipe = recipes.get(look) ?? system.cva(look)
    recipes.set(look, recipe)
    return recipe
  }

  /** The first styles come from a recipe, which returns the same object again. The others are few and new on every render. */
  function css(...styles: object[]): Styles {
    const [ofRecipe, ...own] = styles
    if (!ofRecipe) return system.css(...styles)
    const known = stylesOf.get(ofRecipe) ?? new Map<string, Styles>()
    const key = JSON.stringify(own)
    const result = known.get(key) ?? system.css(...styles)
    if (known.size >= maxStylesPerRecipe) known.clear()
    known.set(key, result)
    stylesOf.set(ofRecipe, known)
    return result
  }

  function isValidProperty(name: string): boolean {
    const isValid = properties.get(name) ?? system.isValidProperty(name)
    properties.set(name, isValid)
    return isValid
  }

  return { cva: cva as SystemContext['cva'], css: css as SystemContext['css'], isValidProperty }
}
