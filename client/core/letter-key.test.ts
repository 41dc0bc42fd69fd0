// @vitest-environment node
import { expect, test } from 'vitest'
import { letterOf } from './letter-key.ts'

test.each([
  { layout: 'English', key: 'z', code: 'KeyZ', letter: 'z' },
  { layout: 'English with shift', key: 'Z', code: 'KeyZ', letter: 'z' },
  { layout: 'German, where Z and Y are exchanged', key: 'y', code: 'KeyZ', letter: 'y' },
  { layout: 'German, where Z and Y are exchanged', key: 'z', code: 'KeyY', letter: 'z' },
  { layout: 'Russian', key: 'л', code: 'KeyK', letter: 'k' },
])('reads $letter from $code of a $layout keyboard', ({ key, code, letter }) => {
  expect(letterOf({ key, code })).toBe(letter)
})
