/** A reading of a tag: °C, in the order of time. */
export type LoggedTemp = { at: Date; temp: number }
export type LogExcursion = { from: Date; to: Date; peak: number; isOpen: boolean }

/**
 * The excursions of a log: from the first reading at or above the limit until the first one below it. One that has not ended is open
 * and lasts until the last reading.
 */
export function excursionsOfLog(readings: readonly LoggedTemp[], limit: number): LogExcursion[] {
  const found: LogExcursion[] = []
  let open: LogExcursion | undefined
  for (const { at, temp } of readings) {
    if (open) open.to = at
    if (temp >= limit) {
      if (!open) {
        open = { from: at, to: at, peak: temp, isOpen: true }
        found.push(open)
      }
      open.peak = Math.max(open.peak, temp)
    } else if (open) {
      open.isOpen = false
      open = undefined
    }
  }
  return found
}

export const secondsOf = (excursions: readonly LogExcursion[]): number =>
  excursions.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1000, 0)
