import { zoneOffset } from '#shared/core/zone-offset.ts'

/** A wall time: date and time of day without a time zone. */
type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number }

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

/** A zone whose clocks are never changed, such as `UTC+01:00`. */
export function fixedZone(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = (n: number) => String(n).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`
}

/** Minutes; undefined for a zone that has a name. */
export function offsetOfFixedZone(timeZone: string): number | undefined {
  const [, sign, hours, minutes] = /^UTC([+-])(\d\d):(\d\d)$/.exec(timeZone) ?? []
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The fixed zones that are in use. */
export const fixedZones: readonly string[] = [
  ...Array.from({ length: 27 }, (_, at) => (at - 12) * 60),
  ...[-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765],
]
  .sort((one, other) => one - other)
  .map(fixedZone)

export type ZoneClock = {
  /**
   * The instants at which clocks of the zone show a time: none when the clock is put forward over it, two when it is put back
   * over it, the earlier one first. Times are in milliseconds, `local` as returned by `wallMs`.
   */
  instantsOf: (local: number) => number[]
  /** The difference from UTC in winter, in minutes, around an instant: that of a clock which is never changed. */
  standardOffset: (ms: number) => number
  offsetAt: (ms: number) => number
}

export function zoneClock(timeZone: string): ZoneClock {
  const fixed = offsetOfFixedZone(timeZone)
  if (fixed !== undefined)
    return {
      instantsOf: (local) => [local - fixed * 60_000],
      standardOffset: () => fixed,
      offsetAt: () => fixed * 60_000,
    }
  const inMs = zoneOffset(timeZone)
  const known = new Map<number, number>()
  /** The difference of the zone from UTC. It changes only at quarters of an hour. */
  const offsetAt = (ms: number): number => {
    const quarter = Math.floor(ms / (hourMs / 4))
    let offset = known.get(quarter)
    if (offset === undefined) {
      offset = inMs(quarter * (hourMs / 4))
      known.set(quarter, offset)
    }
    return offset
  }
  const instantsOf = (local: number) => {
    const offsets = new Set([offsetAt(local - dayMs), offsetAt(local + dayMs)])
    return [...offsets]
      .map((offset) => local - offset)
      .filter((ms) => ms + offsetAt(ms) === local)
      .sort((one, other) => one - other)
  }
  const standard = new Map<number, number>()
  const standardOffset = (ms: number) => {
    const year = new Date(ms).getUTCFullYear()
    const found =
      standard.get(year) ?? Math.min(offsetAt(Date.UTC(year, 0, 1)), offsetAt(Date.UTC(year, 6, 1))) / 60_000
    standard.set(year, found)
    return found
  }
  return { instantsOf, standardOffset, offsetAt }
}
