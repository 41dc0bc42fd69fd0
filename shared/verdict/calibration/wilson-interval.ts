/** The quantile of the normal distribution for an interval of 95 %. */
const z = 1.96

/**
 * The interval of 95 % of a share, by Wilson's formula, which also holds for few and for rare events.
 *
 * @example
 * Math.round(100 * wilsonInterval(12, 40).low) // => 18
 * Math.round(100 * wilsonInterval(12, 40).high) // => 45
 */
export function wilsonInterval(hits: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 }
  const share = hits / of
  const scale = 1 + z ** 2 / of
  const middle = (share + z ** 2 / (2 * of)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
