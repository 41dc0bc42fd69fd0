import { expect, test } from 'vitest'
import { normalSerial, serialProblem } from './own-serial.ts'

test('keeps zeros and letters of a serial as the goods carry them, and removes spaces around it', () => {
  expect(['  0007 ', '\u00a0aB-1\t', 'A  1', 'Cafe\u0301'].map(normalSerial)).toEqual([
    '0007',
    'aB-1',
    'A  1',
    'Caf\u00e9',
  ])
})

test.each([
  ['', 'blank'],
  ['x'.repeat(65), 'tooLong'],
  ['a\u0000', 'letters'],
  ['a\u202eb', 'letters'],
  ['a\nb', 'letters'],
  ['a\ud800', 'letters'],
  ['a\ufffd', 'letters'],
  ['😀'.repeat(64), undefined],
  ['=1+1', undefined],
] as const)('says what is wrong with the serial %j: %s', (text, problem) => {
  expect(serialProblem(text)).toBe(problem)
})
