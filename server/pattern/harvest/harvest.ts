import { type BlockRange, dispersion, rateAt, type Sums, sumInside, sumOutside, sumsOf } from './block-sums.ts'

/**
 * Finds serial windows of an order whose codes were looked at more than the rest of the order explains: somebody copied this
 * part of the labels. Everything is a count of codes, so a single item that is looked at often counts once.
 *
 * Two signs are tested, each as a count of codes out of other codes:
 * - `scanned`: codes that were scanned at all, out of all codes
 * - `again`: codes that a second kind of phone scanned on another day, out of the scanned codes. Goods that are not sold yet, or
 *   are sold where few people scan, change both numbers.
 *
 * **The test.** If the rate `r` of the counted codes is the same in the window and outside of it, counts are Poisson, and each
 * counted code is in the window with the probability `q = x / (x + X)`, where `x` and `X` are the exposures of the window and
 * of the rest: `r` cancels out. For each code that is counted, the likelihood ratio of a window with the `ratio`-fold rate to
 * one with the usual rate is multiplied. This product is a martingale, and so is the mean over several ratios. By Ville's
 * inequality it ever reaches `1 / a` with a probability of at most `a`, **however often and on which days one looks**. A part
 * of the mean is compared, which is smaller.
 *
 * **The threshold.** A merchant with `B` blocks of codes has at most `4 · 2 · B` windows and signs. If each reaches its limit with
 * a probability of at most `a`, at most `8 · B · a` false cases are expected in all years together. With `a = 0.1 / (8 · B)`
 * that is 0.1, so it is less than 0.1 in each year.
 *
 * **What the Poisson model leaves out.** Parts of an order are sold in different shops and seasons, so a part that is sold first is
 * scanned more than the others without any copy. Therefore nothing is tested before most blocks have counted codes; the usual rate
 * of scanned codes is at least that of the upper quarter of the windows; and the logarithm of the ratio is divided by the dispersion
 * that is measured between the blocks outside of the window. Neighbours are sold together, so a window of `k` blocks has `k` times
 * the excess of one block. `scripts/pattern/figures.ts` measures what remains.
 */

/** Codes of a block: serial numbers 1 to 50, 51 to 100 and so on. */
export const codesPerBlock = 50
/** Sizes of windows, in blocks: 50, 100, 200 and 400 codes. */
const windowBlocks = [1, 2, 4, 8] as const
const signs = ['scanned', 'again'] as const
export type HarvestSign = (typeof signs)[number]
/** Blocks on both sides of a window that are not compared with it, because they may be a part of the same harvest. */
const guardBlocks = 4
/** In a small order, this part of its blocks. */
const guardShare = 1 / 8
/** A part of the order that is compared has at least this number of codes, or the other orders are needed. */
const comparedCodes = 200
/** The weight of the other orders of the SKU, in codes. */
const priorCodes = 200
/** Ratios of the alternative. */
const ratios = [1.5, 2, 3, 5] as const
/** False cases that a merchant may expect. */
const expectedFalse = 0.1
/** Of the blocks outside of a window, the part that must have counted codes. */
const soldShare = 0.75
/** The usual rate is that of this quantile of the windows. */
const usualQuantile = 0.75
/** Nothing is compared before the lower quarter of the windows of 200 codes has this part of the rate of the upper quarter. */
const lowQuantile = 0.25
const evenShare = 0.4
const evenBlocks = 4

/** Numbers of codes of a block: all, scanned ones, and those that a second kind of phone scanned on another day. */
export type BlockCounts = { block: number; scanned: number; again: number }
/** The same of whole orders. */
export type OrderCounts = { codes: number; scanned: number; again: number }

export type Harvest = {
  firstSerial: number
  lastSerial: number
  sign: HarvestSign
  /** Codes with the sign, and the number that the rest of the order explains. */
  found: number
  expected: number
  /** Logarithm of the evidence. */
  strength: number
}

/** The logarithm that the evidence of a window has to reach. */
export const harvestThreshold = (codesOfMerchant: number): number =>
  Math.log(
    (windowBlocks.length * signs.length * Math.max(1, Math.ceil(codesOfMerchant / codesPerBlock))) / expectedFalse,
  )

/**
 * The windows of an order with more evidence than the threshold, overlapping ones merged.
 *
 * @param codes number of codes of the order
 * @param others sums of the merchant's other orders of the SKU
 */
export function findHarvests(
  codes: number,
  blocks: readonly BlockCounts[],
  others: OrderCounts,
  threshold: number,
): Harvest[] {
  const total = Math.ceil(codes / codesPerBlock)
  const byBlock = new Map(blocks.map((counts) => [counts.block, counts]))
  const codesOf = (block: number) => Math.min(codesPerBlock, codes - block * codesPerBlock)
  const countOf = (block: number, sign: HarvestSign) => byBlock.get(block)?.[sign] ?? 0
  const scanned = sumsOf(total, (block) => ({ exposure: codesOf(block), count: countOf(block, 'scanned') }))
  if (!isSoldEvenly(scanned)) return []
  const found = signs.flatMap((sign) => {
    const returning = (block: number) => ({ exposure: countOf(block, 'scanned'), count: countOf(block, 'again') })
    const sums = sign === 'scanned' ? scanned : sumsOf(total, returning)
    const prior =
      sign === 'scanned'
        ? { exposure: others.codes, count: others.scanned }
        : { exposure: others.scanned, count: others.again }
    return windowBlocks.flatMap((size) => {
      const usual = sign === 'scanned' ? rateAt(usualQuantile, sums, size) : 0
      // A window of codes that nobody scanned has no evidence, so each one that is tested begins with a scanned block.
      return blocks.flatMap(({ block }) => {
        const range = [block, Math.min(total, block + size)] as const
        const { strength, expected } = evidenceOf({ sign, sums, others: prior, usual }, range)
        if (strength < threshold) return []
        const [firstSerial, lastSerial] = [block * codesPerBlock + 1, Math.min(codes, range[1] * codesPerBlock)]
        return [{ firstSerial, lastSerial, sign, found: sumInside(sums.count, range), expected, strength }]
      })
    })
  })
  return mergeWindows(found)
}

/** What is compared in one order: the sums of a sign, those of the other orders, and the usual rate of windows of a size. */
type Comparison = { sign: HarvestSign; sums: Sums; others: { exposure: number; count: number }; usual: number }

function evidenceOf(
  { sign, sums, others, usual }: Comparison,
  range: BlockRange,
): { strength: number; expected: number } {
  const total = sums.count.length - 1
  const guard = Math.min(guardBlocks, Math.floor(total * guardShare))
  const guarded = [Math.max(0, range[0] - guard), Math.min(total, range[1] + guard)] as const
  const rest = { exposure: sumOutside(sums.exposure, guarded), count: sumOutside(sums.count, guarded) }
  const mean = rest.exposure > 0 ? rest.count / rest.exposure : 0
  const own = Math.max(mean, usual)
  if (!isSoldThroughout(sums, guarded)) return { strength: 0, expected: 0 }
  // Orders are sold at different times, so numbers of scanned codes are compared within one order only.
  if (sign === 'scanned' && rest.exposure < comparedCodes) return { strength: 0, expected: 0 }
  const otherRate = others.exposure > 0 ? others.count / others.exposure : 0
  const weight = Math.min(priorCodes, others.exposure)
  const exposure = rest.exposure + weight
  // Other orders may only explain more, never less: they may be newer.
  const count = rest.exposure * own + weight * Math.max(own, otherRate)
  const [x, n] = [sumInside(sums.exposure, range), sumInside(sums.count, range)]
  const expected = exposure > 0 ? (x * count) / exposure : 0
  if (exposure === 0 || n <= expected) return { strength: 0, expected }
  const q = x / (x + exposure)
  const best = Math.max(...ratios.map((ratio) => n * Math.log(ratio) - (n + count) * Math.log(1 - q + ratio * q)))
  return { strength: (best - Math.log(ratios.length)) / dispersion(sums, range, guarded), expected }
}

/** Whether all parts are sold. Without this, a part that is sold before the others looks like a harvest. */
function isSoldEvenly(scanned: Sums): boolean {
  const size = Math.min(evenBlocks, scanned.count.length - 1)
  return rateAt(lowQuantile, scanned, size) >= evenShare * rateAt(usualQuantile, scanned, size)
}

/** Whether most of the other blocks have counted codes. Without this, the part that is sold first looks like a harvest. */
const isSoldThroughout = (sums: Sums, guarded: BlockRange): boolean =>
  sumOutside(sums.some, guarded) >= soldShare * (sums.count.length - 1 - (guarded[1] - guarded[0]))

/** Overlapping windows are one harvest: its range covers all of them, its numbers are those of the strongest one. */
export function mergeWindows(windows: readonly Harvest[]): Harvest[] {
  const merged: Harvest[] = []
  for (const one of windows.toSorted((a, b) => a.firstSerial - b.firstSerial)) {
    const last = merged.at(-1)
    if (!last || one.firstSerial > last.lastSerial + 1) {
      merged.push({ ...one })
      continue
    }
    const strongest = one.strength > last.strength ? one : last
    merged[merged.length - 1] = {
      ...strongest,
      firstSerial: last.firstSerial,
      lastSerial: Math.max(last.lastSerial, one.lastSerial),
    }
  }
  return merged
}
