import type { SeededRandom } from '#scripts/tool/seeded-random.ts'
import type { Category } from '#shared/verdict/settings.ts'

/** One look at a code: what the server can know of it, and `unit`, which it cannot know. */
export type Look = {
  /** Minutes since 1970. */
  minute: number
  /** The whole address. */
  address: string
  /** The network of the address: IPv4 /24, IPv6 /48. */
  network: string
  /** Entry of the address in a city database. The country is empty and the place null where it has none. */
  country: string
  place: { lat: number; lng: number } | null
  /** Name of the browser without its version. */
  browser: string
  version: number
  /** Whether the page reported that it was shown to a person. */
  shown: boolean
  /** The physical item that is scanned: 0 is the one for which the code was made, others are copies. */
  unit: number
}

export const markets = ['city', 'country', 'world'] as const
/** Where the copies of one label are sold. */
export type Market = (typeof markets)[number]

/** Number of physical items that are scanned, the genuine one included, and the days over which they are sold. */
export type Copying = { units: number; market: Market; days: number }

export type HonestKind = {
  share: number
  /** The category of goods whose items are used so. Without one, items of all goods can be used so. */
  category?: Exclude<Category, 'one_owner'>
  item: (chance: SeededRandom) => Look[]
}

/**
 * A generator of histories. Worlds share this type and the random generator only, so that a choice that fits one by chance
 * is seen in the others.
 */
export type World = {
  name: string
  /** What its figures are taken from. */
  sources: readonly string[]
  /** Kinds of honest items, with their share of scanned items. The shares sum to 1. */
  honest: Readonly<Record<string, HonestKind>>
  /** One label that is copied onto many items, each with its own buyer. */
  copies: (chance: SeededRandom, copying: Copying) => Look[]
}
