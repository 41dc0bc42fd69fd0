/**
 * Readings that are further apart than this, and more than twice as far as those beside them, have a gap between them: what was in
 * it is not known. In milliseconds.
 */
export const knownSpanMs = 90 * 60_000
export const gapFactor = 2

/** The time for which a reading stands: until the next one, or only its own instant before a gap and at the end. */
type ReadingSpan = {
  /** Milliseconds since 1970. */
  until: number
  isBeforeGap: boolean
  /** How much it counts in means, in milliseconds: its time, or the shortest one of all before a gap and at the end. */
  weight: number
}

/** @param times milliseconds since 1970, in their order */
export function spansOf(times: readonly number[]): ReadingSpan[] {
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY)
  return times.map((time, at) => {
    const [before, gap, after] = [gaps[at - 1], gaps[at], gaps[at + 1]]
    const near = Math.min(before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY)
    const isBeforeGap =
      gap !== undefined && gap > knownSpanMs && (near === Number.POSITIVE_INFINITY || gap > gapFactor * near)
    const isKnown = gap !== undefined && !isBeforeGap
    return {
      until: isKnown ? time + gap : time,
      isBeforeGap,
      weight: isKnown ? gap : Number.isFinite(shortest) ? shortest : 1,
    }
  })
}

/** The mean in which each value counts by its time. */
export function weightedMean(values: readonly number[], spans: readonly ReadingSpan[]): number {
  const total = spans.reduce((sum, { weight }) => sum + weight, 0)
  return values.reduce((sum, value, at) => sum + value * spans[at]!.weight, 0) / total
}

/** The length of all gaps. */
export const unknownSecondsOf = (times: readonly number[], spans: readonly ReadingSpan[]): number =>
  spans.reduce((sum, { isBeforeGap }, at) => sum + (isBeforeGap ? (times[at + 1]! - times[at]!) / 1000 : 0), 0)
