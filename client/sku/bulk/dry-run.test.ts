import { expect, test } from 'vitest'
import { writeCsv } from '#client/core/files/csv.ts'
import type { SheetRow } from '#shared/sku/product-sheet.ts'
import { errorLines } from './csv-files.ts'
import { dryRun } from './dry-run.ts'
import { parseProducts } from './read-products.ts'
import { withEdits } from './use-bulk.ts'

const cell = (text: string) => text.replaceAll('ё', 'е')
/** Encodes Windows-1251: the letters А to я are consecutive from 0xC0. */
const windows1251 = (text: string) =>
  Uint8Array.from(cell(text), (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  })

function rowsOf(bytes: Uint8Array): SheetRow[] {
  const sheet = parseProducts(bytes, { languages: ['en'] })
  if (sheet.kind !== 'table') throw new Error(sheet.kind)
  return sheet.rows
}

test('reads a Russian list with semicolons in Windows-1251 like one in UTF-8 with commas [SK04]', () => {
  const russian = windows1251('Name;SKU;Trademark\r\nЧай "чёрный", 100 г;Т-1;Горный\r\n')
  const utf8 = new TextEncoder().encode('\ufeffName,SKU,Trademark\n"Чай ""черный"", 100 г",Т-1,Горный\n')
  expect(rowsOf(russian)).toEqual(rowsOf(utf8))
  expect(rowsOf(utf8)[0]!.cells).toEqual({ Name: 'Чай "черный", 100 г', SKU: 'Т-1', Trademark: 'Горный' })
})

const rows: SheetRow[] = [
  { row: 2, cells: { Name: 'Tea', SKU: 'T-1', Trademark: 'Highland' } },
  { row: 3, cells: { Name: '', SKU: 'T-2', Trademark: 'Highland' } },
  { row: 5, cells: { Name: 'Oolong', SKU: 'T-3', Trademark: 'Lowland', Custom_Field_Value_1: 'red' } },
]

test('finds the errors of the device and of the server in one run, in the order of the rows [SK04]', async () => {
  const { inputs, errors } = await dryRun(rows, async (list) => {
    expect(list.map(({ sku }) => sku)).toEqual(['T-1', 'T-3'])
    return [
      { row: 2, problem: 'trademark', value: 'Lowland' },
      { row: 1, problem: 'taken', value: 'T-1' },
    ]
  })
  expect(inputs).toEqual([])
  expect(errors.map(({ row, column, problem }) => [row, column, problem])).toEqual([
    [2, 'SKU', 'taken'],
    [3, 'Name', 'required'],
    [5, 'Custom_Field_Key_1', 'keyMissing'],
    [5, 'Trademark', 'trademark'],
  ])
})

test('fixes cells in place, also in a column that the file lacks [SK04]', async () => {
  const edits = [
    { row: 3, column: 'Name', text: ' Green tea ' },
    { row: 5, column: 'Custom_Field_Key_1', text: 'Colour' },
  ]
  const after = withEdits(rows, new Map(edits.map((edit) => [`${edit.row} ${edit.column}`, edit])))
  const { inputs, errors } = await dryRun(after, async () => [])
  expect(errors).toEqual([])
  expect(inputs.map(({ name, details }) => [name, details.sku_details])).toEqual([
    ['Tea', {}],
    ['Green tea', {}],
    ['Oolong', { Colour: 'red' }],
  ])
})

test('writes an error file with the invalid rows and their errors, readable as a list again [SK04]', async () => {
  const { errors } = await dryRun(rows, async () => [])
  const lines = errorLines(rows, errors, {
    heading: 'Problem',
    wordsOf: ({ column, problem }) => `${column} ${problem}`,
  })
  expect(lines.map((line) => line.at(-1))).toEqual(['Problem', 'Name required', 'Custom_Field_Key_1 keyMissing'])
  const saved = new Uint8Array(await writeCsv(lines).arrayBuffer())
  expect(rowsOf(saved)).toMatchObject([{ cells: { SKU: 'T-2' } }, { cells: { SKU: 'T-3' } }])
})

test('does not send a row whose quotation marks do not match until a person has written its text [SK04]', async () => {
  const text = 'Name,SKU,Trademark\n"Best" tea,T-1,Highland\nMint,T-2,Highland\n'
  const damaged = rowsOf(new TextEncoder().encode(text))
  const { inputs, errors } = await dryRun(damaged, async () => [])
  expect(inputs.map(({ sku }) => sku)).toEqual(['T-2'])
  expect(errors).toEqual([{ row: 2, column: 'Name', problem: 'quotes', value: '"Best" tea' }])
  const edit = { row: 2, column: 'Name', text: 'Best tea' }
  const mended = await dryRun(withEdits(damaged, new Map([['2 Name', edit]])), async () => [])
  expect(mended).toMatchObject({ errors: [], inputs: [{ name: 'Best tea' }, { name: 'Mint' }] })
})
