import { assumedWorld } from './assumed/world.ts'
import { fieldWorld } from './field/world.ts'
import { publishedWorld } from './published/world.ts'
import type { World } from './world.ts'

export const worlds: readonly World[] = [assumedWorld, publishedWorld, fieldWorld]
