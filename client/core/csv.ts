import Papa from 'papaparse'

const separators = [',', ';', '\t', '|']

/**
 * The cells of a table as print houses and spreadsheets save it: any of the usual separators, UTF-8 or Windows-1251.
 * `isHead` knows the heading, which decides between the separators.
 */
export function readTable(bytes: Uint8Array, isHead: (cells: readonly string[]) => boolean): string[][] {
  const text = decode(bytes)
  return Papa.parse<string[]>(text, { delimiter: separatorOf(text, isHead), skipEmptyLines: false }).data
}

export const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Rows as a file that spreadsheets open; the cells are as somebody wrote them. */
export function writeTable(rows: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(rows as string[][], { newline: '\r\n' })
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' })
}

/** The separator that makes the heading what it should be, or at least the most columns of it. */
function separatorOf(text: string, isHead: (cells: readonly string[]) => boolean): string {
  const heading = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const heads = separators.map((delimiter) => ({
    delimiter,
    cells: Papa.parse<string[]>(heading, { delimiter }).data[0] ?? [],
  }))
  heads.sort((a, b) => b.cells.length - a.cells.length)
  return (heads.find(({ cells }) => isHead(cells)) ?? heads[0]!).delimiter
}

/** Excel saves Russian lists as Windows-1251 and "Unicode text" as UTF-16; the byte order mark is not part of a name. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
