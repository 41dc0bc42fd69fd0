// @vitest-environment node
import { expect, test } from 'vitest'
import { parseList } from './parse.ts'

const options = { languages: ['ru'] }
const parse = (text: string) => parseList(new TextEncoder().encode(text), options)

test('numbers the rows of a list as a spreadsheet does [CO06]', () => {
  expect(parse('Codes\r\nHTTPS://A/V/1\r\nHTTPS://A/V/2\r\n')).toMatchObject({
    kind: 'list',
    rows: [
      { row: 2, code: 'HTTPS://A/V/1' },
      { row: 3, code: 'HTTPS://A/V/2' },
    ],
    unsendable: [],
  })
})

test('skips empty lines, keeps row numbers, and reports a row without a code [CO06]', () => {
  expect(parse('Codes,Serial No\n\nA,1\n ,2\n,\nB,3\n\n')).toMatchObject({
    kind: 'list',
    rows: [
      { row: 3, code: 'A' },
      { row: 6, code: 'B' },
    ],
    unsendable: [{ row: 4, code: '', problem: 'blank' }],
  })
})

test('accepts a byte order mark, semicolons, quotes, and headings in any letter case [CO06]', () => {
  expect(parse('\uFEFFSerial No; CODES \n1;"A"\n2;"say ""B"";"\n')).toMatchObject({
    kind: 'list',
    rows: [
      { row: 2, code: 'A' },
      { row: 3, code: 'say "B";' },
    ],
    unsendable: [],
  })
  expect(parse('Serial No\tCodes\n1\tA\n')).toMatchObject({ rows: [{ row: 2, code: 'A' }] })
})

test('accepts any line endings, mixed ones too, and the separator line of Excel [CO06]', () => {
  const rows = [
    { row: 2, code: 'AAA' },
    { row: 3, code: 'BBB' },
  ]
  for (const text of ['Codes\r\nAAA\nBBB\n', 'Codes\nAAA\r\nBBB\r\n', 'Codes\rAAA\rBBB\r']) {
    expect(parse(text)).toMatchObject({ kind: 'list', rows })
  }
  expect(parse('sep=;\r\nX;Codes\r\n1;AAA\r\n')).toMatchObject({
    kind: 'list',
    rows: [{ row: 3, code: 'AAA' }],
  })
})

test('reads codes in files with Windows-1251 or UTF-16 text [CO06]', () => {
  // "Партия" (batch) and "чай" (tea) in Windows-1251.
  const heading = [0xcf, 0xe0, 0xf0, 0xf2, 0xe8, 0xff]
  const tea = [0xf7, 0xe0, 0xe9]
  const ascii = (text: string) => [...new TextEncoder().encode(text)]
  const bytes = [...heading, ...ascii(';Codes\r\n'), ...tea, ...ascii(';A\r\n')]
  expect(parseList(Uint8Array.from(bytes), options)).toMatchObject({
    kind: 'list',
    rows: [{ row: 2, code: 'A' }],
    unsendable: [],
  })
  const wide = Uint8Array.from([0xff, 0xfe, ...[...'Codes\nA'].flatMap((letter) => [letter.charCodeAt(0), 0])])
  expect(parseList(wide, options)).toMatchObject({ rows: [{ row: 2, code: 'A' }] })
})

test('reports the existing columns when the Codes column is missing [CO06]', () => {
  expect(parse('Address,Serial No\nA,1\n')).toEqual({
    kind: 'noColumns',
    missing: ['Codes'],
    found: ['Address', 'Serial No'],
  })
  expect(parse('HTTPS://A/V/1\nHTTPS://A/V/2\n')).toEqual({
    kind: 'noColumns',
    missing: ['Codes'],
    found: ['HTTPS://A/V/1'],
  })
})

test('returns an empty list for a file without rows [CO06]', () => {
  expect(parse('')).toEqual({ kind: 'empty' })
  expect(parse('Codes\n\n')).toEqual({ kind: 'empty' })
})

test('keeps the codes behind a quotation mark that was never closed [CO06]', () => {
  expect(parse('Codes\n"AAA\nBBB\nCCC\n')).toMatchObject({
    rows: [
      { row: 3, code: 'BBB' },
      { row: 4, code: 'CCC' },
    ],
    unsendable: [{ row: 2, code: '"AAA', problem: 'quotes' }],
  })
})
