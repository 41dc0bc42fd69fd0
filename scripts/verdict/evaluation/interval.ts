const z = 1.96

/** Wilson interval (95 %) of a rate. @param of number of trials, which may be an effective number */
export function wilson(rate: number, of: number): { low: number; high: number } {
  if (of <= 0) return { low: 0, high: 1 }
  const middle = (rate + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

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
  return { rate, of, ...wilson(rate, of) }
}
