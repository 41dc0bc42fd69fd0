import type { DecodeOptions } from '#client/core/text-file/decode-text.ts'
import { readTable, type TableColumns } from '#client/core/text-file/read-table.ts'
import { ItemPoint, type ItemValuesInput, mostItemPoints } from '#shared/passport/item-contract.ts'

type Column = 'code' | 'name' | 'value' | 'unit' | 'readers'

const columns: TableColumns<Column> = {
  headings: {
    code: ['code', 'Код'],
    name: ['name', 'Название'],
    value: ['value', 'Значение'],
    unit: ['unit', 'Единица'],
    readers: ['readers', 'Кто читает'],
  },
  required: ['code', 'name', 'value'],
}

/** `rows`: the first row of each item in the spreadsheet. `unread`: the rows that are no value. */
export type ItemFile = { items: ItemValuesInput[]; rows: number[]; unread: number[] }

/** Reads a list with one value in each row; the rows of one code are one item. Undefined if the file is no such list. */
export function readItemFile(bytes: Uint8Array, options: DecodeOptions): ItemFile | undefined {
  const table = readTable(bytes, columns, options)
  if (table.kind !== 'table') return undefined
  const items = new Map<string, { row: number; item: ItemValuesInput }>()
  const unread: number[] = []
  for (const { row, cells, problem } of table.rows) {
    const { code, name, value, unit, readers } = cells
    const point = ItemPoint.safeParse({ name, value, unit, ...(readers && { tier: readers.trim().toLowerCase() }) })
    const item: ItemValuesInput = items.get(code)?.item ?? { code, points: [] }
    if (problem || code === '' || !point.success || item.points.length >= mostItemPoints) unread.push(row)
    else {
      items.set(code, { row: items.get(code)?.row ?? row, item })
      item.points.push(point.data)
    }
  }
  const found = [...items.values()]
  return { items: found.map(({ item }) => item), rows: found.map(({ row }) => row), unread }
}
