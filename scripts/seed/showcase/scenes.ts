import { landscapes } from './landscapes.ts'
import { places } from './places.ts'

/** Drawings of 1200 by 800: the origin of a product. */
export const scenes = { ...landscapes, ...places }
export type Scene = keyof typeof scenes
