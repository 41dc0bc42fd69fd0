import { zoneInHeading } from '#client/core/time-text/zone-words.ts'
import { unitOfHeading } from './columns.ts'
import { cellsOf, filledLength, type Separator } from './lines.ts'
import { type FileUnit, isNumberCell } from './number-text.ts'
import { readTimeCell, type TimeColumns, timeCell } from './time-columns.ts'

/** A date and a time have at least this many digits. A zone in a heading has fewer. */
const timeDigits = 6

/** The first line with a time and the usual number of cells, and lines directly before it that have as many digits in the place of the time. */
export function firstReading(
  lines: readonly string[],
  separator: Separator,
  found: TimeColumns,
  usual: number,
): number {
  const isReading = (line: string) => {
    const cells = cellsOf(line, separator)
    return cells.length === usual && !('problem' in readTimeCell(cells, found))
  }
  const isLike = (line: string) => {
    const cells = cellsOf(line, separator)
    return cells.length >= usual && timeCell(cells, found).replace(/\D/g, '').length >= timeDigits
  }
  let first = lines.findIndex(isReading)
  while (first > 0 && isLike(lines[first - 1]!)) first -= 1
  return first
}

/** The last line of several words above the readings. Units in a line of their own are put behind the names. */
export function headingOf(
  above: readonly string[],
  separator: Separator,
  usual: number,
): { line: number; names: string[] } | undefined {
  const rows = above.map((line) => cellsOf(line, separator))
  const isHeading = (cells: readonly string[]) =>
    filledLength(cells) > 1 && cells.some((cell) => /\p{L}/u.test(cell)) && !cells.some(isNumberCell)
  const line = rows.findLastIndex(isHeading)
  const last = rows[line]
  if (!last) return undefined
  const before = rows.slice(0, line).findLast(isHeading)
  const isUnits = last.every((cell) => cell.trim().length < 6) && last.some((cell) => unitOfHeading(cell))
  const hasNames = isUnits && before && Math.abs(before.length - usual) < 2
  return { line, names: hasNames ? before.map((name, at) => `${name} ${last[at] ?? ''}`.trim()) : last }
}

/** A heading with more or fewer names than the readings have cells does not tell which name belongs to which column. */
export function fitting(heading: string[] | undefined, readings: readonly (readonly string[])[]): string[] | undefined {
  const length = heading && filledLength(heading)
  return readings.some((cells) => filledLength(cells) === length || cells.length === heading?.length)
    ? heading
    : undefined
}

/** The only unit that lines above the table name. */
export const unitAbove = (above: readonly string[]): FileUnit | undefined => {
  const named = above.filter((line) => /unit|einheit|единиц|单位|單位|unidad|unit[éà]/i.test(line)).map(unitOfHeading)
  return new Set(named).size === 1 ? named[0] : undefined
}

/** In the heading of the times, or in a line about the time zone. */
export function zoneAbove(
  above: readonly string[],
  heading: readonly string[] | undefined,
  timeColumns: readonly number[],
): string | undefined {
  const name = timeColumns.map((at) => heading?.[at] ?? '').join(' ')
  const lines = above.filter((line) => /zone|时区|時區|타임|zeitzone|fuseau|huso|fuso|пояс/i.test(line))
  return [name, ...lines].map(zoneInHeading).find((zone) => zone !== undefined)
}
