// @vitest-environment node
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

type Column = 'name' | 'sku' | 'mark'
const columns = {
  headings: { name: ['Name', 'Название'], sku: ['SKU'], mark: ['Trademark'] },
  required: ['name', 'sku'],
} as const
const read = (text: string) => readTable<Column>(new TextEncoder().encode(text), columns, { languages: ['en'] })

/** The rows of a table as `row: name|sku|mark problem`, and its notes. */
function tableOf(text: string) {
  const table = read(text)
  if (table.kind !== 'table') throw new Error(table.kind)
  const rows = table.rows.map(({ row, cells: { name, sku, mark = '' }, problem }) =>
    [`${row}: ${name}|${sku}|${mark}`, ...(problem ? [problem.kind] : [])].join(' '),
  )
  return { rows, notes: table.notes }
}

/** The lines of a file without cells of several lines: the heading, rows, empty ones and titles. */
function lineCount(text: string): number {
  const { rows, notes } = tableOf(text)
  return 1 + rows.length + notes.emptyRows + notes.titleRows
}

test('keeps every row behind a quotation mark that was never closed [SK04 CO06]', () => {
  const text = 'Name,SKU,Trademark\r\n"Open,A-1,M\r\nTea,A-2,M\r\nMint,A-3,M\r\n'
  expect(tableOf(text).rows).toEqual(['2: "Open|A-1|M quotes', '3: Tea|A-2|M', '4: Mint|A-3|M'])
  expect(lineCount(text)).toBe(4)
})

test('keeps rows between two quotation marks that belong to different rows [SK04 CO06]', () => {
  const text = 'Name,SKU,Trademark\n"Open,A-1,M\nTea,A-2,M\nMint","A-3","M"\nLast,A-4,M\n'
  expect(tableOf(text).rows).toEqual([
    '2: "Open|A-1|M quotes',
    '3: Tea|A-2|M',
    '4: Mint"|A-3|M quotes',
    '5: Last|A-4|M',
  ])
  expect(lineCount(text)).toBe(5)
})

test('reports quotation marks inside a quoted cell, and reads those of inches as they are [SK04]', () => {
  const text = 'Name,SKU\nTin 5" wide,A-1\n"Best" tea 5" tin,A-2\n"Tea ""Best""",A-3\n'
  expect(tableOf(text).rows).toEqual(['2: Tin 5" wide|A-1|', '3: "Best" tea 5" tin|A-2| quotes', '4: Tea "Best"|A-3|'])
})

test('reads a cell of several lines [SK04]', () => {
  const text = 'Name,SKU,Trademark\n"Tea\nwith mint, fresh",A-1,M\nMint,A-2,"M\nN"\n'
  expect(tableOf(text).rows).toEqual(['2: Tea\nwith mint, fresh|A-1|M', '3: Mint|A-2|M\nN'])
})

test('finds the heading below titles, in any case and language, and counts what it leaves out [SK04]', () => {
  const text = 'Product list 2026;;\n;;\nНАЗВАНИЕ; sku ;trade-mark\nTea;A-1;M\n;;\nMint;A-2\nRose;A-3;M;\n'
  const { rows, notes } = tableOf(text)
  expect(rows).toEqual(['4: Tea|A-1|M', '6: Mint|A-2|', '7: Rose|A-3|M'])
  expect(notes).toMatchObject({ titleRows: 1, emptyRows: 2, shortRows: [6], unusedColumns: [] })
  expect(lineCount(text)).toBe(7)
})

test('reports rows with text behind the last column, and rows that repeat the heading [SK04]', () => {
  const text = 'Name,SKU,Colour,\nTea, green,A-1,red,x\nName,SKU,Colour,\nMint,A-2,blue,\nRose,A-3,red,dark\n'
  const { rows, notes } = tableOf(text)
  expect(rows).toEqual([
    '2: Tea|green| moreCells',
    '3: Name|SKU| repeatedHeading',
    '4: Mint|A-2|',
    '5: Rose|A-3| moreCells',
  ])
  expect(notes.unusedColumns).toEqual(['Colour'])
})

test('reports rows with characters that are no text [SK04]', () => {
  expect(tableOf('Name,SKU\nTe\0a,A-1\nCaf\ufffd,A-2\nЧай,A-3\n').rows).toEqual([
    '2: Te\0a|A-1| letters',
    '3: Caf\ufffd|A-2| letters',
    '4: Чай|A-3|',
  ])
})

test('does not read a file with a column twice, without a column, or without rows [SK04]', () => {
  expect(read('Name,SKU,Name\na,b,c\n')).toEqual({ kind: 'columnTwice', column: 'name', places: ['A', 'C'] })
  const found = (names: string[], missing: Column[]) => ({ kind: 'noColumns', missing, found: names })
  expect(read('Artikel;Nummer\nTee;1\n')).toEqual(found(['Artikel', 'Nummer'], ['name', 'sku']))
  expect(read('Name;Nummer\nTee;1\n')).toEqual(found(['Name', 'Nummer'], ['sku']))
  expect(read('Name,SKU\n,\n\n')).toEqual({ kind: 'empty' })
  expect(read('')).toEqual({ kind: 'empty' })
})

test('reads the separator line of Excel, with quotation marks and separators of its own, too [SK04]', () => {
  expect(tableOf('sep=;\r\nName;SKU\r\nTea;A-1\r\n').rows).toEqual(['3: Tea|A-1|'])
  expect(tableOf('"sep=,",\nName,SKU\nTea,A-1\n').rows).toEqual(['3: Tea|A-1|'])
})

test('gives back the text that an export escaped [SK04]', () => {
  const text = "Name,SKU\n'-18 °C,'007\n'=1+1,'s-1\n''@x,17\n"
  expect(tableOf(text).rows).toEqual(['2: -18 °C|007|', "3: =1+1|'s-1|", "4: '@x|17|"])
})

test('reads a file with a quotation mark in each of 200,000 rows [CO06]', () => {
  const table = read(`Name,SKU\n${'"a,1\n'.repeat(200_000)}`)
  expect(table.kind === 'table' && table.rows.length).toBe(200_000)
})
