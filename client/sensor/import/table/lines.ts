import Papa from 'papaparse'

/** A blank stands for any number of blanks. */
export const separators = [';', '\t', '|', ',', ' '] as const
export type Separator = (typeof separators)[number]

/**
 * The cells of one line. Each line of a log is one reading, so a quote that is not closed ends with its line and cannot take
 * the following lines with it.
 */
export function cellsOf(line: string, separator: Separator): string[] {
  if (separator === ' ') return line.trim().split(/\s+/)
  // Without its second quote, the first one is not part of the notation: its cell cannot be read.
  const isQuoted = line.includes('"') && line.split('"').length % 2 === 1
  return isQuoted ? (Papa.parse<string[]>(line, { delimiter: separator }).data[0] ?? []) : line.split(separator)
}

/** The number of cells without empty ones at the end, which some loggers write in some lines only. */
export const filledLength = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

export const isBlank = (line: string): boolean => line.trim() === ''

/** A date or a time of day somewhere in a line. */
const looksTimed =
  /\d[-./年년]\s?\d{1,2}[-./月월]|\d:\d\d|\d\s?[時时시]|\d{1,2}[-. ]\p{L}{3,}[-. ]\d|(?<!\d)\d{10}(?:\d{3})?(?!\d)/u

/** The lines that look like readings, at most `most` of them, taken from all parts of the file. */
export function sampleOf(lines: readonly string[], most: number): string[] {
  const timed = lines.filter((line) => looksTimed.test(line))
  const step = Math.max(1, Math.floor(timed.length / most))
  // The first lines all, because the spacing of the readings shows in lines that follow one another.
  return timed.filter((_, at) => at < most || at % step === 0)
}

/** The separators by which more than half of the lines have about the same number of cells. The comma can be a decimal sign, so it comes after others. */
export function usualSeparators(lines: readonly string[]): Separator[] {
  return separators.filter((separator) => {
    const lengths = lines.map((line) => cellsOf(line, separator).length).filter((length) => length > 1)
    const isUsual = (length: number) =>
      lengths.filter((other) => Math.abs(other - length) < 2).length * 2 > lines.length
    return [...new Set(lengths)].some(isUsual)
  })
}
