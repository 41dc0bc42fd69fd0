const minute = 60
const hour = 60 * minute
/** Seconds from one failed attempt to the next. */
const pauses = [5, 5 * minute, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
const longestPause = 24 * hour
/** Share of a pause by which it may be shorter or longer, so that messages that failed together are not repeated together. */
const spread = 0.2

/**
 * Seconds until the next attempt; undefined after the last one.
 *
 * @param attempts that have failed
 * @param retryAfter seconds that the receiver asked for: it is not called earlier
 * @param random from 0 to 1
 * @example
 * secondsUntilRepetition(1, 0, 0.5) // => 5
 * secondsUntilRepetition(1, 60, 0.5) // => 60
 * secondsUntilRepetition(9, 0, 1) // => 103680
 * secondsUntilRepetition(10, 0, 0.5) // => undefined
 */
export function secondsUntilRepetition(attempts: number, retryAfter = 0, random = Math.random()): number | undefined {
  const pause = pauses[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(pause * (1 + spread * (2 * random - 1)), Math.min(retryAfter, longestPause))
}

/** The seconds of a header `Retry-After`, which names a number of them or a date. */
export function retryAfterSeconds(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
