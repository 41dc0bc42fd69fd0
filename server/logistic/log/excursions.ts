import { type LimitSide, moreExtremeValue, sideOf, type ValueLimits } from '#shared/sensor/limits.ts'
import { spansOf } from '#shared/sensor/reading-spans.ts'

/** A reading of a tag: °C, in the order of time. */
export type LoggedTemp = { at: Date; temp: number }
export type LogExcursion = { side: LimitSide; from: Date; to: Date; peak: number; isOpen: boolean }

/**
 * The excursions of a log: from the first reading out of range until the first one that is not, or is so on the other side.
 * Before a gap, it lasts until the last reading, because nobody knows what was in the gap. One that has not ended is open.
 */
export function excursionsOfLog(readings: readonly LoggedTemp[], limits: ValueLimits): LogExcursion[] {
  const found: LogExcursion[] = []
  let open: LogExcursion | undefined
  const spans = spansOf(readings.map(({ at }) => at.getTime()))
  for (const [i, { at, temp }] of readings.entries()) {
    const side = sideOf(temp, limits)
    const isAfterGap = spans[i - 1]?.isBeforeGap === true
    if (open && (open.side !== side || isAfterGap)) {
      open.isOpen = false
      open = undefined
    }
    if (!side) continue
    if (!open) {
      open = { side, from: at, to: at, peak: temp, isOpen: true }
      found.push(open)
    }
    open.peak = moreExtremeValue(side, open.peak, temp)
    open.to = new Date(spans[i]!.until)
  }
  return found
}

export const secondsOf = (excursions: readonly LogExcursion[]): number =>
  excursions.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1000, 0)
