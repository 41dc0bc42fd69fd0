import { expect, test } from 'vitest'
import { isSscc, printedSscc, readSscc, ssccAt, ssccsOf } from './sscc.ts'

// The examples of GS1: https://www.gs1.org/services/how-calculate-check-digit-manually and the General Specifications.
test('accepts SSCCs with the right check digit only', () => {
  expect(['106141412345678908', '340123450000000000', '000000000000000000', '10614141234567890'].map(isSscc)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  '106141412345678908',
  '00106141412345678908',
  '(00)106141412345678908',
  '(00) 1 0614141 234567890 8',
  ']C100106141412345678908',
  '\u001d00106141412345678908\r',
])('reads %j', (text) => {
  expect(readSscc(text)).toBe('106141412345678908')
})

test.each([
  '',
  '106141412345678907',
  '(01)106141412345678908',
  '04006381333931',
  'https://example.com/00/106141412345678908',
])('reads no SSCC in %j', (text) => {
  expect(readSscc(text)).toBeUndefined()
})

test('makes different valid numbers for all places of a series, also at its ends', () => {
  const prefix = '400638100000'
  const numbers = Array.from({ length: ssccsOf(prefix) }, (_, place) => ssccAt(prefix, place))
  expect(new Set(numbers).size).toBe(100_000)
  expect(numbers.every(isSscc)).toBe(true)
  expect(numbers.every((number) => number.slice(1, 13) === prefix)).toBe(true)
  expect(ssccAt('4006', ssccsOf('4006') - 1)).toMatch(/^94006/)
  expect(readSscc(printedSscc(numbers[7]!))).toBe(numbers[7])
})
