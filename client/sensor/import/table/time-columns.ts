import { plainText } from '#client/core/time-text/plain-text.ts'
import { type DateOrder, readTimeText, type TimeProblem, type TimeText } from '#client/core/time-text/time-text.ts'
import { readNumberText } from './number-text.ts'

/** How times are written. `serial`: the days of a spreadsheet since 1900. */
const timeKinds = ['text', 'seconds', 'milliseconds', 'serial'] as const
type TimeKind = (typeof timeKinds)[number]
/** Times can be in several columns, which are read as one text. */
export type TimeColumns = { timeKind: TimeKind; timeColumns: readonly number[] }
export type TimeFormat = TimeColumns & { dateOrder: DateOrder }
type Table = readonly (readonly string[])[]

const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
const dayMs = 86_400_000
/** The day 0 of spreadsheets, before their false 29 February 1900. */
const serialStart = Date.UTC(1899, 11, 30)

export const timeCell = (cells: readonly string[], { timeColumns }: Pick<TimeColumns, 'timeColumns'>): string =>
  timeColumns.map((at) => cells[at] ?? '').join(' ')

/** A time as it is written, an instant in milliseconds, or the wall time of a spreadsheet. */
type CellTime = TimeText | { instant: number } | { wall: number }

export function readTimeCell(cells: readonly string[], { timeKind, timeColumns }: TimeColumns): CellTime | TimeProblem {
  const cell = timeCell(cells, { timeColumns })
  if (timeKind === 'text') return readTimeText(cell)
  const ms = numberAsMs(cell, timeKind)
  if (ms === undefined) return { problem: 'noTime' }
  return timeKind === 'serial' ? { wall: ms } : { instant: ms }
}

function numberAsMs(cell: string, kind: Exclude<TimeKind, 'text'>): number | undefined {
  const text = plainText(cell)
  const read = readNumberText(text, text.includes(',') ? ',' : '.')
  if (!('value' in read) || read.unit) return undefined
  const factor = kind === 'seconds' ? 1000 : 1
  // A spreadsheet rounds times, but none to less than a millisecond.
  const ms = kind === 'serial' ? serialStart + Math.round(read.value * dayMs) : Math.round(read.value * factor)
  return ms >= from && ms < to ? ms : undefined
}

/**
 * The columns of the times. `isUnsure`: another column has times, too, such as those of a server, or the numbers may be no
 * dates. A column that names its difference from UTC comes first.
 */
export function findTimeColumns(
  table: Table,
  nameOf: (at: number) => string,
): (TimeColumns & { isUnsure: boolean }) | undefined {
  const width = Math.min(30, Math.max(...table.map(({ length }) => length)))
  const columns = Array.from({ length: width }, (_, at) => at)
  const isTime = (timeColumns: readonly number[]) => mostOf(table, (cells) => 'ms' in textTime(cells, timeColumns))
  const alone = columns.filter((at) => isTime([at]))
  if (alone.length > 0) {
    const hasOffset = (at: number) => mostOf(table, (cells) => (textTime(cells, [at]) as TimeText).offset !== undefined)
    const certain = alone.find((at) => hasOffset(at) || /\b(?:utc|gmt)\b/i.test(nameOf(at)))
    const isUnsure = certain === undefined && alone.length > 1
    return { timeKind: 'text', timeColumns: extended(table, [certain ?? alone[0]!]), isUnsure }
  }
  const ranges = [2, 3, 4, 5].flatMap((length) =>
    columns.slice(0, width - length + 1).map((at) => columns.slice(at, at + length)),
  )
  const pairs = columns.flatMap((one) => columns.filter((other) => other !== one).map((other) => [one, other]))
  const several = [...ranges, ...pairs].find(isTime)
  if (several) return { timeKind: 'text', timeColumns: extended(table, several), isUnsure: false }
  for (const timeKind of ['seconds', 'milliseconds', 'serial'] as const) {
    const at = columns.find((column) => isTimeNumber(table, column, timeKind))
    if (at !== undefined) return { timeKind, timeColumns: [at], isUnsure: timeKind === 'serial' }
  }
  return undefined
}

const textTime = (cells: readonly string[], timeColumns: readonly number[]) =>
  readTimeCell(cells, { timeKind: 'text', timeColumns })

const mostOf = (table: Table, test: (cells: readonly string[]) => boolean): boolean =>
  table.filter(test).length * 2 > table.length

/** The columns behind the time belong to it while they have only words: `PM`, or the name of a zone. */
function extended(table: Table, found: readonly number[]): readonly number[] {
  let columns = found
  const isWord = (cell: string | undefined) =>
    /^\p{L}/u.test(plainText(cell ?? '')) || /^[+-]\d\d:\d\d$/.test(cell ?? '')
  for (;;) {
    const next = Math.max(...columns) + 1
    const longer = [...columns, next]
    if (!mostOf(table, (cells) => isWord(cells[next]) && 'ms' in textTime(cells, longer))) return columns
    columns = longer
  }
}

/** Whether a column counts the time. A serial number is the same in each line. */
function isTimeNumber(table: Table, at: number, kind: Exclude<TimeKind, 'text'>): boolean {
  const times = table.flatMap((cells) => numberAsMs(cells[at] ?? '', kind) ?? [])
  if (times.length * 2 <= table.length) return false
  const isSpread = kind === 'serial' && times.some((ms, n) => n > 0 && Math.abs(ms - times[n - 1]!) > 400 * dayMs)
  return !isSpread && (times.length === 1 || new Set(times).size * 2 > times.length)
}
