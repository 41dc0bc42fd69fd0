import Papa from 'papaparse'

/** One row of the file: as a spreadsheet numbers it, so that people find it. */
export type ListRow = { row: number; code: string }
export type List =
  | { kind: 'list'; rows: ListRow[] /** Rows that hold something, but no code. */; blank: number[] }
  | { kind: 'noColumn'; columns: string[] }
  | { kind: 'empty' }

const column = 'codes'
const separators = [',', ';', '\t', '|']

/** The codes of a list as print houses and spreadsheets save it: any of the usual separators, UTF-8 or Windows-1251. */
export function parseList(bytes: Uint8Array): List {
  const text = decode(bytes)
  const { data } = Papa.parse<string[]>(text, { delimiter: separatorOf(text), skipEmptyLines: false })
  const headAt = data.findIndex((cells) => !isEmpty(cells))
  const head = data[headAt]
  if (!head) return { kind: 'empty' }
  const at = placeOf(head)
  if (at < 0) return { kind: 'noColumn', columns: head.map((cell) => cell.trim()).filter((cell) => cell !== '') }
  const rows: ListRow[] = []
  const blank: number[] = []
  for (const [index, cells] of data.entries()) {
    if (index <= headAt || isEmpty(cells)) continue
    const code = cells[at]?.trim() ?? ''
    if (code === '') blank.push(index + 1)
    else rows.push({ row: index + 1, code })
  }
  return rows.length === 0 && blank.length === 0 ? { kind: 'empty' } : { kind: 'list', rows, blank }
}

const placeOf = (head: readonly string[]) => head.findIndex((cell) => cell.trim().toLowerCase() === column)

/** The separator that makes the heading what it should be, or at least the most columns of it. */
function separatorOf(text: string): string {
  const heading = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const heads = separators.map((delimiter) => ({
    delimiter,
    cells: Papa.parse<string[]>(heading, { delimiter }).data[0] ?? [],
  }))
  heads.sort((a, b) => b.cells.length - a.cells.length)
  return (heads.find(({ cells }) => placeOf(cells) >= 0) ?? heads[0]!).delimiter
}

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '')

/** Excel saves Russian lists as Windows-1251 and "Unicode text" as UTF-16; the byte order mark is not part of a name. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
