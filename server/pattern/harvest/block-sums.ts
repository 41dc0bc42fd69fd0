/**
 * Sums over the first blocks, so that the sum of any range is a difference. `squares`: counts squared by exposure; `blocks`: blocks with
 * an exposure; `some`: blocks with counted codes.
 */
export type Sums = {
  exposure: Float64Array
  count: Float64Array
  squares: Float64Array
  blocks: Float64Array
  some: Float64Array
}

export function sumsOf(total: number, at: (block: number) => { exposure: number; count: number }): Sums {
  const make = () => new Float64Array(total + 1)
  const sums: Sums = { exposure: make(), count: make(), squares: make(), blocks: make(), some: make() }
  for (let block = 0; block < total; block++) {
    const { exposure, count } = at(block)
    sums.exposure[block + 1] = sums.exposure[block]! + exposure
    sums.count[block + 1] = sums.count[block]! + count
    sums.squares[block + 1] = sums.squares[block]! + (exposure > 0 ? (count * count) / exposure : 0)
    sums.some[block + 1] = sums.some[block]! + Number(count > 0)
    sums.blocks[block + 1] = sums.blocks[block]! + Number(exposure > 0)
  }
  return sums
}

export type BlockRange = readonly [from: number, to: number]
export const sumInside = (list: Float64Array, [from, to]: BlockRange): number => list[to]! - list[from]!
export const sumOutside = (list: Float64Array, range: BlockRange): number => list.at(-1)! - sumInside(list, range)

/** The rate that a part of the windows of a size does not exceed. */
export function rateAt(quantile: number, sums: Sums, size: number): number {
  const total = sums.count.length - 1
  const rates = Array.from({ length: Math.max(1, total - size + 1) }, (_, from) => {
    const range = [from, Math.min(total, from + size)] as const
    return sumInside(sums.count, range) / sumInside(sums.exposure, range)
  })
  rates.sort((one, other) => one - other)
  return rates[Math.floor(quantile * (rates.length - 1))]!
}

/** Variance of the counts of windows of this size, divided by that of Poisson counts, at least 1. */
export function dispersion(sums: Sums, [from, to]: BlockRange, guarded: BlockRange): number {
  const blocks = sumOutside(sums.blocks, guarded)
  const count = sumOutside(sums.count, guarded)
  if (blocks < 3 || count === 0) return 1
  const rate = count / sumOutside(sums.exposure, guarded)
  const ofBlock = (sumOutside(sums.squares, guarded) / rate - count) / (blocks - 1)
  return 1 + Math.max(0, ofBlock - 1) * (to - from)
}
