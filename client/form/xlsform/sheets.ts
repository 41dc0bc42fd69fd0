/** A row of a sheet: its number in the spreadsheet, and its cells by the names of their columns. */
export type WorkbookRow = { row: number; cells: Readonly<Record<string, string>> }
/** The text of a cell; empty without one. */
export const cellOf = ({ cells }: WorkbookRow, column: string): string => cells[column] ?? ''
export type WorkbookSheet = { columns: readonly string[]; rows: readonly WorkbookRow[] }
export type Workbook = Readonly<Partial<Record<'survey' | 'choices' | 'settings', WorkbookSheet>>>

/** More cells than any form needs. */
const maxRows = 5000
const maxColumns = 200

/** Other words for columns that tools write. */
const aliases: Readonly<Record<string, string>> = {
  'list name': 'list_name',
  relevance: 'relevant',
  'constraint message': 'constraint_message',
  caption: 'label',
  title: 'form_title',
  'form title': 'form_title',
  value: 'name',
}

/** `label::Русский (ru)` keeps its language as it is written. */
function columnName(heading: string): string {
  const [name = '', ...language] = heading.trim().split(/\s*::?\s*(?=\S)/)
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ')
  const known = aliases[plain] ?? plain.replaceAll(' ', '_')
  return language.length > 0 ? `${known}::${language.join('::').trim()}` : known
}

/** The sheets of a spreadsheet that make a form. The first row with text has the names of the columns. */
export function workbookOf(sheets: readonly { sheet: string; data: readonly (readonly unknown[])[] }[]): Workbook {
  const found = sheets.map(({ sheet, data }) => [sheet.trim().toLowerCase(), sheetOf(data)] as const)
  return Object.fromEntries(found.filter(([name]) => ['survey', 'choices', 'settings'].includes(name)))
}

function sheetOf(data: readonly (readonly unknown[])[]): WorkbookSheet {
  const texts = data.slice(0, maxRows).map((cells) => cells.slice(0, maxColumns).map(cellText))
  const head = texts.findIndex((cells) => cells.some((text) => text !== ''))
  const columns = (texts[head] ?? []).map(columnName)
  const rows = texts.map((cells, at) => ({
    row: at + 1,
    cells: Object.fromEntries(cells.flatMap((text, place) => (columns[place] && text ? [[columns[place], text]] : []))),
  }))
  return {
    columns: columns.filter(Boolean),
    rows: rows.slice(head + 1).filter(({ cells }) => Object.keys(cells).length > 0),
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return String(cell).trim()
}

/** Reads the sheets of an .xlsx file. Its library is loaded with the first file. */
export async function readWorkbook(file: Blob | ArrayBuffer): Promise<Workbook> {
  const { default: read } = await import('read-excel-file/universal')
  return workbookOf(await read(file))
}
