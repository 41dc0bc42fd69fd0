import { z } from 'zod'

/** `ref` is the id of a package, or the number of one that this device does not know: then `quantity` is 0. */
const ChosenPack = z.object({ ref: z.string(), name: z.string(), quantity: z.number() })
export const ChosenPacks = z.array(ChosenPack)
export type ChosenPack = z.infer<typeof ChosenPack>

/** The number of codes in packages, as far as the device knows it. */
export const codesIn = (packs: readonly ChosenPack[]): number => packs.reduce((sum, { quantity }) => sum + quantity, 0)
