/** Returns the difference of the clocks of a time zone from UTC at an instant, both in milliseconds. `Intl` is slow, so callers cache. */
export function zoneOffset(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes, seconds] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
    const size = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000
    return sign === '-' ? -size : size
  }
}

/** Formatters are slow to make. A zone has many spellings, so their number is limited. */
const offsets = new Map<string, (ms: number) => number>()
const maxOffsets = 100

/** The day of an instant on the clocks of a time zone, such as 2026-11-28; that of UTC without a zone, or with an unknown one. */
export function dayInZone(ms: number, timeZone: string | null | undefined): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  if (!timeZone) return day(ms)
  const local = day(ms + offsetIn(timeZone)(ms))
  // Years have four digits.
  return /^\d{4}-/.test(local) ? local : day(ms)
}

function offsetIn(timeZone: string): (ms: number) => number {
  const known = offsets.get(timeZone)
  if (known) return known
  let offset = (_: number) => 0
  try {
    offset = zoneOffset(timeZone)
  } catch {
    // The browser of another person may know zones that this one does not.
  }
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(timeZone, offset)
  return offset
}
