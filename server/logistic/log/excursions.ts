import { type LimitSide, moreExtremeValue, sideOf, type ValueLimits } from '#shared/sensor/limits.ts'

/** A reading of a tag: °C, in the order of time. */
export type LoggedTemp = { at: Date; temp: number }
export type LogExcursion = { side: LimitSide; from: Date; to: Date; peak: number; isOpen: boolean }

/**
 * The excursions of a log: from the first reading out of range until the first one that is not, or is so on the other side.
 * One that has not ended is open and lasts until the last reading.
 */
export function excursionsOfLog(readings: readonly LoggedTemp[], limits: ValueLimits): LogExcursion[] {
  const found: LogExcursion[] = []
  let open: LogExcursion | undefined
  for (const { at, temp } of readings) {
    if (open) open.to = at
    const side = sideOf(temp, limits)
    if (open && open.side !== side) {
      open.isOpen = false
      open = undefined
    }
    if (!side) continue
    if (!open) {
      open = { side, from: at, to: at, peak: temp, isOpen: true }
      found.push(open)
    }
    open.peak = moreExtremeValue(side, open.peak, temp)
  }
  return found
}

export const secondsOf = (excursions: readonly LogExcursion[]): number =>
  excursions.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1000, 0)
