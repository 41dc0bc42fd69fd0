import { plainText } from '#client/core/time-text/plain-text.ts'
import type { TimeText } from '#client/core/time-text/time-text.ts'
import type { SensorType } from '#shared/sensor/units.ts'
import { kindOfHeading, kindOfUnit, unitOfHeading } from './columns.ts'
import { type FittingOrder, guessOrder } from './guess-order.ts'
import { firstReading, fitting, headingOf, unitAbove, zoneAbove } from './headings.ts'
import { cellsOf, filledLength, type Separator, sampleOf, usualSeparators } from './lines.ts'
import { type DecimalSign, type FileUnit, isNumberCell, unitOfCell } from './number-text.ts'
import { findTimeColumns, readTimeCell, type TimeFormat } from './time-columns.ts'

/** The format by which a file is read. Each part can be corrected by hand. */
export type LogFormat = TimeFormat & {
  separator: Separator
  decimal: DecimalSign
  /** Undefined if neither a heading nor a unit says what the columns measure, or if several columns fit: a person chooses. */
  valueColumn: number | undefined
  /** The comma separates the cells and their decimals, so that each value takes two cells. The number of cells of such a line. */
  splitCells?: number
  /** The first line, from 0, that is read. The lines before it are headings. */
  firstLine: number
}
export type FileColumn = {
  name: string
  samples: string[]
  isNumber: boolean
  kind?: SensorType | 'other'
  unit?: FileUnit
}
export type GuessedFormat = LogFormat & {
  /** The orders of day and month that fit the file, with the wall time of the first reading. With several ones, a person chooses. */
  orders: FittingOrder[]
  /** Several columns have times, or numbers that may be no dates. */
  isTimeUnsure: boolean
  /** Two cells may be the two parts of one number: `4,1` could be 4.1, or 4 and 1. */
  isDecimalUnsure: boolean
  columns: FileColumn[]
  /** The unit that a line above the table names. */
  namedUnit?: FileUnit
  /** The zone that the heading of the times or a line above the table names. */
  namedZone?: string
}

const sampleLines = 2_000
const shownSamples = 3

/** What a person chose. The columns depend on it. */
export type ChosenSigns = { separator?: Separator; decimal?: DecimalSign }

/** Finds the format of a log, whatever lines the logger writes above it; undefined if no line looks like a reading. */
export function guessFormat(
  lines: readonly string[],
  type: SensorType,
  { separator, decimal }: ChosenSigns = {},
): GuessedFormat | undefined {
  const samples = sampleOf(lines, sampleLines)
  if (samples.length === 0) return undefined
  const tried = separator ? [separator] : usualSeparators(samples)
  for (const one of tried) {
    const format = formatBy({ separator: one, decimal }, lines, samples, type)
    if (format) return format
  }
  return undefined
}

function formatBy(
  { separator, decimal }: { separator: Separator; decimal: DecimalSign | undefined },
  lines: readonly string[],
  samples: readonly string[],
  type: SensorType,
): GuessedFormat | undefined {
  const table = samples.map((line) => cellsOf(line, separator))
  const usual = usualLength(table)
  const readings = table.filter((cells) => filledLength(cells) > 1 && Math.abs(cells.length - usual) < 3)
  const near = readings.slice(0, 100)
  const start = lines.indexOf(samples[table.indexOf(near[0] as string[])] ?? '')
  const likely = headingOf(lines.slice(0, start), separator, usual)?.names
  const found = near.length > 0 && findTimeColumns(near, (at) => likely?.[at] ?? '')
  if (!found) return undefined
  const { timeKind, timeColumns, isUnsure: isTimeUnsure } = found
  const first = firstReading(lines, separator, found, usual)
  const headingRow = headingOf(lines.slice(0, first), separator, usual)
  // Lines between the heading and the first time are readings whose times are wrong.
  const firstLine = headingRow ? headingRow.line + 1 : first
  const above = lines.slice(0, firstLine)
  const heading = headingRow?.names
  const texts = readings.map((cells) => readTimeCell(cells, found)).filter((time): time is TimeText => 'ms' in time)
  const split = separator === ',' && decimal !== '.' ? splitLength(readings, heading, timeColumns) : undefined
  // Without headings, only a person knows.
  const splitCells = heading || decimal ? split : undefined
  const join = (cells: readonly string[]) => (splitCells ? joinedCells(cells, timeColumns.length, splitCells) : cells)
  const columns = columnsOf(readings.map(join), splitCells ? heading : fitting(heading, readings), timeColumns)
  if (!columns.some(({ isNumber }, at) => isNumber && !timeColumns.includes(at))) return undefined
  const orders = guessOrder(texts)
  const namedUnit = unitAbove(above)
  const namedZone = zoneAbove(above, heading, timeColumns)
  return {
    separator,
    timeKind,
    timeColumns,
    isTimeUnsure,
    firstLine,
    columns,
    orders,
    dateOrder: orders[0]?.order ?? 'ymd',
    isDecimalUnsure: split !== splitCells,
    decimal: splitCells ? ',' : (decimal ?? decimalOf(readings, timeColumns)),
    valueColumn: valueColumnOf(columns, type),
    ...(splitCells && { splitCells }),
    ...(namedUnit && { namedUnit }),
    ...(namedZone && { namedZone }),
  }
}

function usualLength(table: readonly (readonly string[])[]): number {
  const counts = Map.groupBy(table, ({ length }) => length)
  return [...counts].reduce((best, one) => (one[1].length > best[1].length ? one : best))[0]
}

/**
 * The number of cells of lines in which the comma is the separator and the decimal sign: two for each value. Headings, if there
 * are any, have half as many names.
 */
function splitLength(
  table: readonly (readonly string[])[],
  heading: readonly string[] | undefined,
  timeColumns: readonly number[],
): number | undefined {
  const times = timeColumns.length
  const length = Math.max(...table.map(filledLength))
  const values = (length - times) / 2
  if (values < 1 || !Number.isInteger(values) || timeColumns.some((at) => at >= times)) return undefined
  if (heading && filledLength(heading) !== times + values) return undefined
  const isSplit = (cells: readonly string[]) =>
    filledLength(cells) === length &&
    cells.slice(times, length).every((cell, at) => (at % 2 === 0 ? /^\s*[+−-]?\d+\s*$/ : /^\d+(?!\d)/).test(cell))
  return table.filter(isSplit).length * 2 > table.length ? length : undefined
}

/** Puts the two cells of each value together. A line with another number of cells stays as it is and cannot be read. */
export function joinedCells(cells: readonly string[], times: number, splitCells: number): readonly string[] {
  const length = filledLength(cells)
  if (length !== splitCells) return splitCells === times + 2 && length === times + 1 ? cells : cells.slice(0, times)
  const values = cells.slice(times, splitCells)
  return [
    ...cells.slice(0, times),
    ...values.flatMap((cell, at) => (at % 2 === 0 ? [`${cell.trim()},${values[at + 1]!.trim()}`] : [])),
  ]
}

/** Two cells that could be one number, as they stand in the file; undefined if none can be. */
export function joinedSample({ separator, timeColumns, columns }: GuessedFormat): string | undefined {
  const at = timeColumns.length
  const [whole, part] = [columns[at]?.samples[0], columns[at + 1]?.samples[0]]
  return separator === ',' && whole && part ? `${whole},${part}` : undefined
}

function columnsOf(
  table: readonly (readonly string[])[],
  heading: readonly string[] | undefined,
  timeColumns: readonly number[],
): FileColumn[] {
  const width = Math.max(heading?.length ?? 0, ...table.map((cells) => filledLength(cells)))
  return Array.from({ length: width }, (_, at) => {
    const cells = table.flatMap((line) => ((line[at] ?? '').trim() === '' ? [] : [line[at]!]))
    const name = plainText(heading?.[at] ?? '')
    const units = cells.flatMap((cell) => unitOfCell(cell) ?? [])
    const cellUnit = units.length * 2 > cells.length ? units[0] : undefined
    const unit = unitOfHeading(name) ?? cellUnit
    const kind = timeColumns.includes(at) ? undefined : (kindOfHeading(name) ?? (cellUnit && kindOfUnit(cellUnit)))
    const isNumber = cells.some(isNumberCell)
    return {
      name,
      samples: cells.slice(0, shownSamples).map((cell) => cell.trim()),
      isNumber,
      ...(kind && { kind }),
      ...(unit && { unit }),
    }
  })
}

/** The only column whose heading or unit says that it measures what the sensor measures. */
function valueColumnOf(columns: readonly FileColumn[], type: SensorType): number | undefined {
  const fitting = columns.flatMap(({ kind, isNumber }, at) => (kind === type && isNumber ? [at] : []))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The decimal sign of most values of the file. */
function decimalOf(table: readonly (readonly string[])[], timeColumns: readonly number[]): DecimalSign {
  let commas = 0
  for (const cells of table)
    for (const [at, cell] of cells.entries())
      if (!timeColumns.includes(at)) commas += /\d,\d/.test(cell) ? 1 : /\d\.\d/.test(cell) ? -1 : 0
  return commas > 0 ? ',' : '.'
}
