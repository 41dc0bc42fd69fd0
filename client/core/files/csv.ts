import Papa from 'papaparse'

const separators = [',', ';', '\t', '|']

/** Parses a CSV file: any usual separator, UTF-8, UTF-16 or Windows-1251. `isHeading` recognizes the heading row. */
export function readCsv(bytes: Uint8Array, isHeading: (cells: readonly string[]) => boolean): string[][] {
  // The parser uses the first line ending that it finds for the whole file; an empty line that Excel writes before the
  // heading is kept.
  const text = decodeText(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/^sep=.?(?=\n)/i, '')
  const delimiter = separatorOf(text, isHeading)
  return Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false }).data
}

export const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/**
 * Writes lines for a spreadsheet. Starts with a byte order mark, so that the spreadsheet reads UTF-8. The user's own
 * lines stay unchanged; in others, `escapeFormulas` puts an apostrophe before text that would run as a formula.
 */
export function writeCsv(
  lines: readonly (readonly (string | number)[])[],
  { escapeFormulas = false }: { escapeFormulas?: boolean } = {},
): Blob {
  const text = Papa.unparse(lines as (string | number)[][], { escapeFormulae: escapeFormulas })
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}

/** Chooses the separator that yields the expected heading, or else the most columns. */
function separatorOf(text: string, isHeading: (cells: readonly string[]) => boolean): string {
  const heading = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const heads = separators.map((delimiter) => ({
    delimiter,
    cells: Papa.parse<string[]>(heading, { delimiter }).data[0] ?? [],
  }))
  heads.sort((a, b) => b.cells.length - a.cells.length)
  return (heads.find(({ cells }) => isHeading(cells)) ?? heads[0]!).delimiter
}

/**
 * Excel saves Russian lists as Windows-1251 and "Unicode text" as UTF-16. The byte order mark is removed, since it
 * would become part of the first column name.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
