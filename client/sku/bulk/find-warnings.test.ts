import { expect, test } from 'vitest'
import { findWarnings } from './find-warnings.ts'

const sheet = (skus: string[]) => skus.map((SKU, at) => ({ row: at + 2, cells: { Name: `Tea ${at}`, SKU } }))

test.each([
  '8,71E+12',
  '2.19E+01',
  '1e5',
  '03.Apr',
  '3-Apr',
  'Apr-03',
  '2026/04/03',
  '03.04.2026',
  'WAHR',
  'FALSE',
  'ИСТИНА',
  '#NAME?',
  '#ИМЯ?',
  '#REF!',
  '#DIV/0!',
  '#N/A',
  '#NV',
  '#######',
])('warns about the SKU %s, which a spreadsheet has changed [SK04]', (sku) => {
  expect(findWarnings(sheet(['T-1', sku]))).toEqual([{ kind: 'damaged', row: 3, column: 'SKU', value: sku }])
})

test.each(['-0', '007', '17', '4006381333931', 'T-1', 'E5', '#1', '#hash', '#TEA', 'MAY', 'A-1.5'])(
  'does not warn about the SKU %s [SK04]',
  (sku) => {
    expect(findWarnings(sheet([sku]))).toEqual([])
  },
)

test.each([
  ['case', 'AB-1', 'ab-1'],
  ['dashes', 'AB-1', 'AB–1'],
  ['Cyrillic letters', 'AB-1', 'АВ-1'],
  ['invisible spaces', 'AB-1', 'AB\u200b-1'],
  ['wide letters', 'AB-1', 'ＡＢ-1'],
])('names both rows of SKUs that differ only in %s [SK04]', (_, first, second) => {
  expect(findWarnings(sheet([first, 'X', second]))).toEqual([
    { kind: 'similar', row: 4, column: 'SKU', value: second, first: 2, other: first },
  ])
})
