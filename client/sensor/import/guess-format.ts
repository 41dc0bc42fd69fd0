import Papa from 'papaparse'
import { type DateOrder, dateOrders, datePartsOf, hasClock, numberOf, timeOf } from './cells.ts'

/** The format by which a file is read. Each part can be corrected by hand. */
export type LogFormat = {
  separator: string
  decimal: '.' | ','
  dateOrder: DateOrder
  /** Columns from 0. The time of day can have a column of its own. */
  dateColumn: number
  clockColumn: number
  valueColumn: number
}
export type GuessedFormat = LogFormat & {
  /** The file fits days before months and months before days, so the order is only assumed. */
  isOrderUnsure: boolean
  /** The names of the columns, or their numbers where the file has none. */
  columns: string[]
}

export const separators = [';', '\t', '|', ','] as const
/** The format is found in the first lines that look like readings. */
const sampleLines = 500

export const cellsOf = (text: string, separator: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: separator, skipEmptyLines: false }).data

const isReading = (cells: readonly string[]) =>
  cells.some((cell) => datePartsOf(cell)) && cells.some(hasClock) && cells.some((cell) => isNumber(cell.trim()))
const isNumber = (cell: string) => numberOf(cell, '.') !== undefined || numberOf(cell, ',') !== undefined

/** Finds the format of a log, whatever lines the logger writes above it; undefined if no line looks like a reading. */
export function guessFormat(text: string): GuessedFormat | undefined {
  const start = text.slice(0, 200_000)
  const split = separators.map((separator) => {
    const lines = cellsOf(start, separator)
    return { separator, lines, readings: lines.filter(isReading).slice(0, sampleLines) }
  })
  const { separator, lines, readings } = split.reduce((best, one) =>
    one.readings.length > best.readings.length ? one : best,
  )
  const [first] = readings
  if (!first) return undefined
  const dateColumn = first.findIndex((cell) => datePartsOf(cell))
  const clockColumn = hasClock(first[dateColumn]!) ? dateColumn : first.findIndex(hasClock)
  const heading = headingOf(lines, first)
  const valueColumn = valueColumnOf(readings, heading, [dateColumn, clockColumn])
  if (valueColumn === undefined) return undefined
  const decimal = readings.some((cells) => /\d,\d/.test(cells[valueColumn] ?? '')) ? ',' : '.'
  const order = orderOf(readings.map((cells) => timeCell(cells, { dateColumn, clockColumn })))
  const columns = first.map((_, at) => heading?.[at]?.trim() || `${at + 1}`)
  return { separator, decimal, ...order, dateColumn, clockColumn, valueColumn, columns }
}

export const timeCell = (
  cells: readonly string[],
  { dateColumn, clockColumn }: Pick<LogFormat, 'dateColumn' | 'clockColumn'>,
): string =>
  dateColumn === clockColumn ? (cells[dateColumn] ?? '') : `${cells[dateColumn] ?? ''} ${cells[clockColumn] ?? ''}`

/** The last line before the readings with as many cells. */
function headingOf(lines: readonly string[][], first: readonly string[]): string[] | undefined {
  const before = lines.slice(0, lines.indexOf(first as string[]))
  return before.findLast((cells) => cells.length >= first.length - 1 && cells.filter((cell) => cell.trim()).length > 1)
}

/** A column of numbers that does not count the lines: the first one whose name is that of a measurement, otherwise the first one. */
function valueColumnOf(
  readings: readonly string[][],
  heading: readonly string[] | undefined,
  taken: readonly number[],
): number | undefined {
  const numbers = readings[0]!.flatMap((_, at) => {
    if (taken.includes(at)) return []
    const filled = readings.filter((cells) => isNumber((cells[at] ?? '').trim())).length
    return filled * 2 > readings.length ? [at] : []
  })
  const isCount = (at: number) =>
    readings.length > 1 &&
    readings.every((cells, n) => Number(cells[at]) === Number(readings[0]![at]) + n) &&
    numbers.length > 1
  const values = numbers.filter((at) => !isCount(at))
  const named = values.find((at) =>
    /temp|темп|°|℃|℉|humid|влаж|rh|lux|value|знач|probe|ch\s?1/i.test(heading?.[at] ?? ''),
  )
  return named ?? values[0]
}

/** The order of day and month in which all dates exist and the times increase. */
function orderOf(times: readonly string[]): { dateOrder: DateOrder; isOrderUnsure: boolean } {
  const possible = dateOrders.filter((order) => {
    if (order === 'ymd' && !times.every((time) => (datePartsOf(time)?.[0] ?? 0) > 31)) return false
    return times.every((time) => timeOf(time, order) !== undefined)
  })
  if (possible.includes('ymd')) return { dateOrder: 'ymd', isOrderUnsure: false }
  const spans = possible.map((order) => ({ order, span: spanOf(times, order) })).sort((a, b) => a.span - b.span)
  const [best, other] = spans
  // Dots separate day, month, year; no usual format writes month, day, year with dots.
  const hasPoints = times[0]?.includes('.') && /\d\.\d+\.\d/.test(times[0])
  if (hasPoints && possible.includes('dmy')) return { dateOrder: 'dmy', isOrderUnsure: false }
  const isOrderUnsure = best !== undefined && other !== undefined && best.span === other.span
  return { dateOrder: best?.order ?? 'dmy', isOrderUnsure }
}

/** The sum of all distances between consecutive times. It is smallest for the right order. */
function spanOf(times: readonly string[], order: DateOrder): number {
  const instants = times.map((time) => Object.values(timeOf(time, order) ?? { none: 0 })[0]!)
  return instants.slice(1).reduce((sum, ms, at) => sum + Math.abs(ms - instants[at]!), 0)
}
