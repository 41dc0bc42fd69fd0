/** The first pause and the maximum, in the same unit. */
type PauseLimits = { first: number; max: number }

/**
 * Returns the pause after a number of failures in a row: doubled with each failure up to the maximum, and shortened by
 * a random part, so that many devices do not return at once.
 */
export function growingPause(failuresBefore: number, { first, max }: PauseLimits, random = Math.random): number {
  return Math.min(max, first * 2 ** failuresBefore) * (0.5 + random() / 2)
}
