import { wilsonInterval } from '#shared/verdict/calibration/wilson-interval.ts'

export type Rate = { rate: number; low: number; high: number; of: number }

/** The rate of weighted trials. The effective number of trials is that of equal weights with the same variance (Kish). */
export function rateOf(trials: readonly { weight: number; holds: boolean }[]): Rate {
  let [total, squares, holding] = [0, 0, 0]
  for (const { weight, holds } of trials) {
    total += weight
    squares += weight * weight
    if (holds) holding += weight
  }
  const of = squares > 0 ? (total * total) / squares : 0
  const rate = total > 0 ? holding / total : 0
  return { rate, of, ...wilsonInterval(rate * of, of) }
}
