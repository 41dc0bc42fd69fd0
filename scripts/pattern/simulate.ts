import { type BlockCounts, codesPerBlock, findHarvests, harvestThreshold } from '#server/pattern/harvest/harvest.ts'

/** An order whose items are scanned by chance. */
export type OrderWorld = {
  codes: number
  /** Share of items that are ever scanned by their owners. */
  share: number
  /** Codes that are sold together. Each such part has its own rate and time of sale. */
  part: number
  /** Standard deviation of the logarithm of the rates of parts. */
  spread: number
  /** Share of the parts that are not sold. */
  unsold: number
  /** Harvested codes and copies of each. */
  harvest?: { codes: number; copies: number }
}
type Look = { at: number; serial: number; kind: number }

const days = 365

/** mulberry32 */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The looks at an order within a year and a bit, in their order. */
function looksOf(world: OrderWorld, random: () => number): Look[] {
  const looks: Look[] = []
  const parts = Array.from({ length: Math.ceil(world.codes / world.part) }, () => ({
    rate: random() < world.unsold ? 0 : world.share * Math.exp(world.spread * normal(random) - world.spread ** 2 / 2),
    sold: random() * days * 0.5,
  }))
  /** Kinds of phone are common or rare. */
  const kind = () => Math.floor(40 * random() ** 2.5)
  const item = (serial: number, rate: number, sold: number) => {
    if (random() >= Math.min(0.95, rate)) return
    const owner = kind()
    const first = sold + random() * 120
    looks.push({ at: first, serial, kind: owner })
    // Owners return, and a quarter shows the item to somebody.
    while (random() < 0.4) looks.push({ at: first + random() * 90, serial, kind: random() < 0.35 ? kind() : owner })
    if (random() < 0.12) looks.push({ at: first + random() * 30, serial, kind: kind() })
  }
  for (let serial = 1; serial <= world.codes; serial++) {
    const { rate, sold } = parts[Math.floor((serial - 1) / world.part)]!
    item(serial, rate, sold)
  }
  const { harvest } = world
  if (harvest) {
    const from = 1 + Math.floor(random() * (world.codes - harvest.codes))
    for (let n = 0; n < harvest.codes; n++)
      for (let copy = 0; copy < harvest.copies; copy++) item(from + n, world.share, random() * days * 0.5)
  }
  return looks.sort((a, b) => a.at - b.at)
}

/** The numbers of looks after which a case was open, tested every day; undefined if there was none. */
export function looksUntilCase(world: OrderWorld, random: () => number, merchantCodes: number): number | undefined {
  const looks = looksOf(world, random)
  const threshold = harvestThreshold(merchantCodes)
  const seen = new Map<number, { kinds: Set<number>; day: number; days: number }>()
  const counts = new Map<number, BlockCounts>()
  let tested = 0
  for (const [n, { at, serial, kind }] of looks.entries()) {
    const day = Math.floor(at)
    if (day > tested) {
      tested = day + 6
      const found = findHarvests(world.codes, [...counts.values()], { codes: 0, scanned: 0, again: 0 }, threshold)
      if (found.length > 0) return n
    }
    const block = Math.floor((serial - 1) / codesPerBlock)
    const count = counts.get(block) ?? { block, scanned: 0, again: 0 }
    counts.set(block, count)
    const code = seen.get(serial)
    if (!code) {
      seen.set(serial, { kinds: new Set([kind]), day, days: 1 })
      count.scanned++
    } else if (!code.kinds.has(kind)) {
      code.kinds.add(kind)
      if (day !== code.day) {
        code.days++
        if (code.days === 2) count.again++
        code.day = day
      }
    }
  }
  return undefined
}
