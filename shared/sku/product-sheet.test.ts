import { expect, test } from 'vitest'
import { BulkSku } from './bulk-contract.ts'
import { cellErrorOf, parseProductRow, sheetColumns } from './product-sheet.ts'

const row = (cells: Record<string, string>) => ({
  row: 7,
  cells: { Name: 'Tea', SKU: 'T-1', Trademark: 'Highland', ...cells },
})

test('writes the columns of the specification into the template [SK04]', () => {
  expect(sheetColumns).toHaveLength(29)
  expect(sheetColumns.slice(0, 4)).toEqual(['Name', 'SKU', 'Trademark', 'Custom_Field_Key_1'])
  expect(sheetColumns.slice(-2)).toEqual(['Certificate_Type_5', 'GTIN'])
})

test('converts a complete row to the input of the call, with its details in order [SK04]', () => {
  const { input, errors } = parseProductRow(
    row({
      Custom_Field_Key_1: 'Weight',
      Custom_Field_Value_1: '100 g',
      Custom_Field_Key_2: 'Unused',
      Custom_Field_Value_2: '',
      Custom_Field_Key_5: 'Origin',
      Custom_Field_Value_5: 'Pahang',
      Image_Name_2: 'front',
      Certificate_Name_3: 'halal.pdf',
      Certificate_Type_3: 'Halal',
    }),
  )
  expect(errors).toEqual([])
  expect(BulkSku.parse(input)).toEqual({
    name: 'Tea',
    sku: 'T-1',
    trademark: 'Highland',
    images: ['front'],
    details: { sku_details: { Weight: '100 g', Origin: 'Pahang' }, sku_details_order: ['Weight', 'Origin'] },
    certificates: [{ name: 'halal.pdf', type: 'Halal' }],
    gtin: null,
  })
})

test('reports every cell with an error, and still validates the rest of the row [SK04]', () => {
  const { input, errors } = parseProductRow(
    row({
      Custom_Field_Value_1: 'red',
      Custom_Field_Key_2: 'Origin',
      Custom_Field_Value_2: 'Pahang',
      Custom_Field_Key_3: 'Origin',
      Custom_Field_Value_3: 'Perak',
      Certificate_Name_1: 'a.pdf',
      Certificate_Type_1: 'Kosher',
      Certificate_Type_2: 'Halal',
      Certificate_Name_3: 'c.pdf',
      Custom_Field_Key_4: 'Long',
      Custom_Field_Value_4: 'x'.repeat(501),
    }),
  )
  expect(errors).toEqual([
    { row: 7, column: 'Custom_Field_Key_1', problem: 'keyMissing', value: '', other: 'Custom_Field_Value_1' },
    { row: 7, column: 'Custom_Field_Key_3', problem: 'keyTwice', value: 'Origin' },
    { row: 7, column: 'Custom_Field_Value_4', problem: 'tooLong', value: 'x'.repeat(501), most: 500 },
    { row: 7, column: 'Certificate_Type_1', problem: 'certificateType', value: 'Kosher' },
    { row: 7, column: 'Certificate_Name_2', problem: 'nameMissing', value: '', other: 'Certificate_Type_2' },
    { row: 7, column: 'Certificate_Type_3', problem: 'typeMissing', value: '', other: 'Certificate_Name_3' },
  ])
  expect(BulkSku.parse(input)).toMatchObject({ details: { sku_details: { Origin: 'Pahang' } }, certificates: [] })
})

test('does not send a row without a name, SKU or trademark [SK04]', () => {
  const { input, errors } = parseProductRow(row({ Name: '', SKU: 'x'.repeat(81) }))
  expect(input).toBeUndefined()
  expect(errors).toMatchObject([
    { column: 'Name', problem: 'required' },
    { column: 'SKU', problem: 'tooLong', most: 80 },
  ])
})

test('maps a server error to its cell, past the empty cells [SK04]', () => {
  const one = row({ Image_Name_2: 'a', Image_Name_4: 'b', Certificate_Name_3: 'c.pdf', Certificate_Type_3: 'Halal' })
  const read = parseProductRow(one)
  expect(cellErrorOf(one, read, { row: 1, problem: 'image', value: 'b', place: 1 })).toEqual({
    row: 7,
    column: 'Image_Name_4',
    problem: 'image',
    value: 'b',
  })
  expect(cellErrorOf(one, read, { row: 1, problem: 'certificate', value: 'c.pdf', place: 0 }).column).toBe(
    'Certificate_Name_3',
  )
  expect(cellErrorOf(one, read, { row: 1, problem: 'taken', value: 'T-1' }).column).toBe('SKU')
})

test.each([
  ['4006381333931', '04006381333931', undefined],
  ['4.00638E+12', null, 'gtinLetters'],
  ['006381333931', null, 'gtinCheckDigit'],
  ['63813339', null, 'gtinCheckDigit'],
  ['3600029145', null, 'gtinLength'],
  ['9'.repeat(41), null, 'tooLong'],
])('reads the GTIN %s, or names its error', (text, gtin, problem) => {
  const { input, errors } = parseProductRow(row({ GTIN: text }))
  expect(input?.gtin).toBe(gtin)
  expect(errors.map(({ column, problem }) => [column, problem])).toEqual(problem ? [['GTIN', problem]] : [])
})

test('shows a GTIN that the server rejects in its cell', () => {
  const given = row({ GTIN: '4006381333931' })
  const error = { row: 1, problem: 'gtinTaken', value: '04006381333931' } as const
  expect(cellErrorOf(given, parseProductRow(given), error)).toMatchObject({ column: 'GTIN', value: '4006381333931' })
})
