import { format } from 'date-fns/format'
import { startOfRange } from '#shared/core/range-preset.ts'
import type { InsightsView } from '#shared/insights/view-contract.ts'

type RangeName = InsightsView['range']

/** Days such as 2026-11-24, in the time zone of the device. Used for own dates only. */
type Days = { from: string; to: string }

const dayPattern = /^\d{4}-\d\d-\d\d$/

export const toDay = (time: Date): string => format(time, 'yyyy-MM-dd')

/** The instants of a range. A named range ends now; own dates include their last day. */
export function rangeInstants(range: RangeName, days: Days, now: Date): { from: string; to: string } {
  if (range !== 'own') return { from: startOfRange(range, now).toISOString(), to: now.toISOString() }
  const end = new Date(`${days.to}T00:00`)
  end.setDate(end.getDate() + 1)
  return {
    from: new Date(`${days.from}T00:00`).toISOString(),
    to: new Date(Math.min(end.getTime(), now.getTime())).toISOString(),
  }
}

type DayProblem = 'pickDate' | 'futureDate' | 'wrongOrder'

/** The errors of dates that a person typed, for each field. */
export function dayProblems({ from, to }: Days, today: string): Partial<Record<keyof Days, DayProblem>> {
  const problemOf = (day: string): DayProblem | undefined =>
    !dayPattern.test(day) || Number.isNaN(Date.parse(day)) ? 'pickDate' : day > today ? 'futureDate' : undefined
  const [first, last] = [problemOf(from), problemOf(to)]
  if (!first && !last && from > to) return { to: 'wrongOrder' }
  return { ...(first && { from: first }), ...(last && { to: last }) }
}
