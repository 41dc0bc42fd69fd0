import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeCell, unescapeCell } from './spreadsheet-cell.ts'

const alphabet = fc.constantFrom(
  "'",
  '=',
  '-',
  '+',
  '@',
  '\t',
  '＝',
  '0',
  '1',
  '7',
  'e',
  '.',
  ',',
  ' ',
  'a',
  'T',
  'м',
  '|',
  '%',
)

test('gives back every text that was written to a file [SK04 SK01]', () => {
  fc.assert(
    fc.property(fc.string({ unit: alphabet, maxLength: 8 }), (text) => {
      expect(unescapeCell(escapeCell(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '=1+1',
  '+49 30',
  '-18 °C',
  '@x',
  '\ttabbed',
  '＝１',
  "'=x",
  '007',
  '-0',
  '1e5',
  '8710400000000',
  '1-2',
  '01.03',
  'MAR1',
  '1-Mar',
  'TRUE',
])('writes %j with an apostrophe, because a spreadsheet would run or change it [SK01]', (text) => {
  expect(escapeCell(text)).toBe(`'${text}`)
})

test.each([
  "'s-Hertogenbosch",
  '17',
  '4006381333',
  '|pipe',
  '%',
  '#',
  '2026-11-27',
  '2026-11-27T03:00:00Z',
  'May tea',
  'Tea 1.5 kg',
])('writes %j as it is [SK01]', (text) => {
  expect(escapeCell(text)).toBe(text)
  expect(unescapeCell(text)).toBe(text)
})
