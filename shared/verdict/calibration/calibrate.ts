import { z } from 'zod'
import { wilsonInterval } from './wilson-interval.ts'

/** The scanned codes of an order in the sample of a SKU. Codes of which the brand found copies are not among them. */
export const OrderScores = z.object({
  /** All of them. Most have no score: they have visits on fewer than three days. */
  codes: z.number().int(),
  scores: z.array(z.number()),
  /** The scores of codes whose warning the brand closed as honest, which are not in `scores`. */
  honest: z.array(z.number()),
})
export type OrderScores = z.infer<typeof OrderScores>

/** What the scores are compared with. */
export type CalibrationStandard = {
  /** The threshold of the category. */
  threshold: number
  /** The scores by which the codes of the SKU are compared with those of the category, where they are known. */
  usual: UsualScores | undefined
  /** The share of genuine items that the brand accepts to be warned about. */
  share: number
}

/** Scores that a share of the scanned codes reaches: of all codes, and of those that do not look like copies. */
export type UsualScores = { all: number; rest?: number | undefined }

export type Calibration = {
  codes: number
  /** Codes of the sample that reach the threshold of the category. */
  above: number
  /** Whether so many do that a person has to say whether the items are looked at by many. */
  asks: boolean
  /** Null: that of the category applies. */
  threshold: number | null
  shift: ThresholdShift
}

/** Whether warnings come earlier or later than usual for the category. */
export const thresholdShifts = ['usual', 'earlier', 'later'] as const
type ThresholdShift = (typeof thresholdShifts)[number]

/** Number of scanned codes that the default of a category weighs as much as. */
const shrinkage = 300
/** The threshold may rise if clearly more than this share of at least so many scanned codes is above the default. */
const raising = { codes: 300, share: 0.04 }
/** The most by which the own items of a SKU move its threshold: codes that are twenty times as likely copied. */
const mostChange = Math.log(20)
/** The shares of the codes above the scores by which SKUs are compared: see `UsualScores`. */
export const comparedShares = { all: 0.1, rest: 0.15 }
/**
 * From this score on a code looks like a copy: by the fit its history is as likely one of several items as of one. Codes that were copied a
 * few times reach it long before they reach a threshold.
 */
export const copyLikeScore = 0
/** Codes that look like copies are left out, up to this share of all codes: twice the share of copies that must not matter. */
export const mostCopyLike = 0.1

/** Scanned codes of a SKU that a question needs, which the screen says while there are fewer. */
export const codesUntilQuestion = raising.codes

/**
 * The threshold of a SKU from the scores of its scanned codes, which copied codes must not teach.
 *
 * It falls by as much as the codes of the SKU are looked at less than those of the category usually are: all codes, or those that
 * do not look like copies, whichever shows more. Copies can only hinder this. Codes above the default do not count: they have a warning
 * that nobody has decided yet. Codes whose warnings were closed as honest do: no more than the accepted share of them stays above
 * the threshold.
 *
 * It rises only with the word of a person that the items are looked at by many, if clearly many codes are above the default,
 * also without the codes of any one order, and then not by more than a factor of twenty.
 *
 * @example
 * const standard = { threshold: 4, usual: { all: -1 }, share: 0.005 }
 * calibrate([{ codes: 300, scores: [-3, -4], honest: [] }], standard, false).threshold?.toFixed(1) // => '2.5'
 * calibrate([{ codes: 0, scores: [], honest: [] }], standard, false).threshold // => null
 */
export function calibrate(
  orders: readonly OrderScores[],
  { threshold, usual, share }: CalibrationStandard,
  isShared: boolean,
): Calibration {
  const all = join(orders)
  const counts = orders.map((order) => ({ codes: order.codes, above: aboveOf(order, threshold) }))
  const above = counts.reduce((sum, order) => sum + order.above, 0)
  const asks =
    all.codes >= raising.codes &&
    [{ codes: 0, above: 0 }, ...counts].every((left) => isMany(above - left.above, all.codes - left.codes))
  const rest = asks ? undefined : usual?.rest
  const known = usual && { all: usual.all, rest }
  const own = asks && isShared ? raised(orders, threshold, share) : lowered(all, { threshold, usual: known, share })
  const moved = (all.codes * own + shrinkage * threshold) / (all.codes + shrinkage)
  if (own === threshold) return { codes: all.codes, above, asks, threshold: null, shift: 'usual' }
  return { codes: all.codes, above, asks, threshold: moved, shift: own < threshold ? 'earlier' : 'later' }
}

const join = (orders: readonly OrderScores[]): OrderScores => ({
  codes: orders.reduce((sum, { codes }) => sum + codes, 0),
  scores: orders.flatMap(({ scores }) => scores),
  honest: orders.flatMap(({ honest }) => honest),
})

const aboveOf = ({ scores, honest }: OrderScores, threshold: number): number =>
  [...scores, ...honest].filter((score) => score >= threshold).length

const isMany = (above: number, codes: number): boolean => wilsonInterval(above, codes).low > raising.share

/** The largest score that more than this share of the codes reaches, or -Infinity. */
const quantile = (scores: readonly number[], codes: number, share: number): number =>
  scores.toSorted((a, b) => b - a)[Math.floor(share * codes)] ?? Number.NEGATIVE_INFINITY

/** The smallest quantile without the codes of any one order. */
function raised(orders: readonly OrderScores[], threshold: number, share: number): number {
  const quantiles = orders.map((_, left) => {
    const { codes, scores, honest } = join(orders.filter((_, order) => order !== left))
    return quantile([...scores, ...honest], codes, share)
  })
  return quantiles.reduce((smallest, one) => Math.min(smallest, one), threshold + mostChange)
}

function lowered(sample: OrderScores, { threshold, usual, share }: CalibrationStandard): number {
  if (usual === undefined || sample.codes === 0) return threshold
  const below = Math.max(belowAll(sample, threshold, usual.all), belowRest(sample, usual.rest))
  const fallen = threshold - Math.min(mostChange, Math.max(0, below))
  return Math.min(threshold, Math.max(fallen, quantile(sample.honest, sample.codes, share)))
}

function belowAll({ codes, scores, honest }: OrderScores, threshold: number, usual: number): number {
  const decided = [...scores.filter((score) => score < threshold), ...honest]
  const undecided = scores.length + honest.length - decided.length
  return usual - quantile(decided, codes - undecided, comparedShares.all)
}

/** The same without the codes that look like copies: copies from the first week spoil it less, but it sees fewer honest codes. */
function belowRest({ codes, scores, honest }: OrderScores, usual: number | undefined): number {
  if (usual === undefined) return Number.NEGATIVE_INFINITY
  const copyLike = scores.filter((score) => score >= copyLikeScore).length
  const leftOut = Math.min(copyLike, Math.floor(mostCopyLike * codes))
  const rest = [...scores.toSorted((a, b) => b - a).slice(leftOut), ...honest]
  return usual - quantile(rest, codes - leftOut, comparedShares.rest)
}
