import { slotMs, slotsPerDay, zoneOffsets } from '#server/insights/zone-clock.ts'
import { summaryHour } from '#shared/insights/weekly-summary-contract.ts'

/** Days are counted from 1 January 1970, a Thursday; 5 January was the first Monday. */
const firstMonday = 4
const slotsPerHour = 4

/** The whole week before the current one, and the one before it: slots (see zone-clock.ts) at which they begin and end. */
export type Weeks = { begin: number; middle: number; end: number }

/** The last two whole weeks of a time zone at a moment. Weeks begin on Monday; one with a clock change is an hour longer or shorter. */
export function wholeWeeks(now: Date, timeZone: string): Weeks {
  const monday = mondayOf(now, timeZone)
  const at = (day: number) => startOfDay(day, zoneOffsets(timeZone))
  return { begin: at(monday - 14), middle: at(monday - 7), end: at(monday) }
}

/** The next moment at which a summary is written: the morning of a Monday in the time zone, after `now`. */
export function nextSummaryTime(now: Date, timeZone: string): Date {
  const offsetOf = zoneOffsets(timeZone)
  const at = (monday: number) => {
    // No zone changes its clocks between these hours of a Monday and its midnight.
    const midnight = startOfDay(monday, offsetOf)
    const late = midnight + offsetOf(midnight) - monday * slotsPerDay
    return new Date((midnight - late + summaryHour * slotsPerHour) * slotMs)
  }
  const monday = mondayOf(now, timeZone)
  const soon = at(monday)
  return soon > now ? soon : at(monday + 7)
}

/** The number of the day of the last Monday, which may be the day of `now`. */
function mondayOf(now: Date, timeZone: string): number {
  const slot = Math.floor(now.getTime() / slotMs)
  const day = Math.floor((slot + zoneOffsets(timeZone)(slot)) / slotsPerDay)
  return day - ((day - firstMonday) % 7)
}

/** The first slot of a day of a zone. Some clocks are set forward at midnight: then the day begins later. */
function startOfDay(day: number, offsetOf: (slot: number) => number): number {
  const dayOf = (slot: number) => Math.floor((slot + offsetOf(slot)) / slotsPerDay)
  let slot = day * slotsPerDay - offsetOf(day * slotsPerDay)
  while (dayOf(slot - 1) >= day) slot--
  while (dayOf(slot) < day) slot++
  return slot
}
