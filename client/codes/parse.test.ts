// @vitest-environment node
import { expect, test } from 'vitest'
import { parseList } from './parse.ts'

const parse = (text: string) => parseList(new TextEncoder().encode(text))

test('CO06 numbers the rows of a list as a spreadsheet does', () => {
  expect(parse('Codes\r\nHTTPS://A/V/1\r\nHTTPS://A/V/2\r\n')).toEqual({
    kind: 'list',
    rows: [
      { row: 2, code: 'HTTPS://A/V/1' },
      { row: 3, code: 'HTTPS://A/V/2' },
    ],
    blank: [],
  })
})

test('CO06 skips empty lines, keeps row numbers, and reports a row without a code', () => {
  expect(parse('Codes,Serial No\n\nA,1\n ,2\n,\nB,3\n\n')).toEqual({
    kind: 'list',
    rows: [
      { row: 3, code: 'A' },
      { row: 6, code: 'B' },
    ],
    blank: [4],
  })
})

test('CO06 accepts a byte order mark, semicolons, quotes, and headings in any letter case', () => {
  expect(parse('\uFEFFSerial No; CODES \n1;"A"\n2;"say ""B"";"\n')).toEqual({
    kind: 'list',
    rows: [
      { row: 2, code: 'A' },
      { row: 3, code: 'say "B";' },
    ],
    blank: [],
  })
  expect(parse('Serial No\tCodes\n1\tA\n')).toMatchObject({ rows: [{ row: 2, code: 'A' }] })
})

test('CO06 accepts any line endings, mixed ones too, and the separator line of Excel', () => {
  const rows = [
    { row: 2, code: 'AAA' },
    { row: 3, code: 'BBB' },
  ]
  for (const text of ['Codes\r\nAAA\nBBB\n', 'Codes\nAAA\r\nBBB\r\n', 'Codes\rAAA\rBBB\r']) {
    expect(parseList(new TextEncoder().encode(text))).toMatchObject({ kind: 'list', rows })
  }
  expect(parseList(new TextEncoder().encode('sep=;\r\nX;Codes\r\n1;AAA\r\n'))).toMatchObject({
    ...{ kind: 'list', rows: [{ row: 3, code: 'AAA' }] },
  })
})

test('CO06 reads codes in files with Windows-1251 or UTF-16 text', () => {
  // "Партия" (batch) and "чай" (tea) in Windows-1251.
  const heading = [0xcf, 0xe0, 0xf0, 0xf2, 0xe8, 0xff]
  const tea = [0xf7, 0xe0, 0xe9]
  const ascii = (text: string) => [...new TextEncoder().encode(text)]
  const bytes = [...heading, ...ascii(';Codes\r\n'), ...tea, ...ascii(';A\r\n')]
  expect(parseList(Uint8Array.from(bytes))).toEqual({ kind: 'list', rows: [{ row: 2, code: 'A' }], blank: [] })
  const wide = Uint8Array.from([0xff, 0xfe, ...[...'Codes\nA'].flatMap((letter) => [letter.charCodeAt(0), 0])])
  expect(parseList(wide)).toMatchObject({ rows: [{ row: 2, code: 'A' }] })
})

test('CO06 reports the existing columns when the Codes column is missing', () => {
  expect(parse('Address,Serial No\nA,1\n')).toEqual({ kind: 'noColumn', columns: ['Address', 'Serial No'] })
  expect(parse('HTTPS://A/V/1\nHTTPS://A/V/2\n')).toEqual({ kind: 'noColumn', columns: ['HTTPS://A/V/1'] })
})

test('CO06 returns an empty list for a file without rows', () => {
  expect(parse('')).toEqual({ kind: 'empty' })
  expect(parse('Codes\n\n')).toEqual({ kind: 'empty' })
})
