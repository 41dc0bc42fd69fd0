/** A wall time: date and time of day without a time zone. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Milliseconds since 1970 as if the clock showed UTC; undefined for a time that no calendar has, such as 31 February. */
export function wallMs({ year, month, day, hour, minute, second }: WallTime): number | undefined {
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  const read = new Date(ms)
  const isReal =
    read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal && year >= 1970 && year < 2100 ? ms : undefined
}

/**
 * The instants at which clocks of a zone show a time: none when the clock is put forward over it, two when it is put back
 * over it, the earlier one first. Times are in milliseconds, `local` as returned by `wallMs`.
 */
export function zoneClock(timeZone: string): (local: number) => number[] {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  const known = new Map<number, number>()
  /** The difference of the zone from UTC. It changes only at quarters of an hour. */
  const offsetAt = (ms: number): number => {
    const quarter = Math.floor(ms / (hourMs / 4))
    let offset = known.get(quarter)
    if (offset === undefined) {
      const start = quarter * (hourMs / 4)
      const shown = Object.fromEntries(parts.formatToParts(start).map(({ type, value }) => [type, Number(value)]))
      offset = Date.UTC(shown.year!, shown.month! - 1, shown.day!, shown.hour!, shown.minute!, shown.second!) - start
      known.set(quarter, offset)
    }
    return offset
  }
  return (local) => {
    const offsets = new Set([offsetAt(local - dayMs), offsetAt(local + dayMs)])
    return [...offsets]
      .map((offset) => local - offset)
      .filter((ms) => ms + offsetAt(ms) === local)
      .sort((one, other) => one - other)
  }
}
