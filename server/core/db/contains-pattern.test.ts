import { expect, test } from 'vitest'
import { containsPattern } from './contains-pattern.ts'

test('matches search texts literally', () => {
  expect(containsPattern('E_1')).toBe('%E\\_1%')
  expect(containsPattern('100%')).toBe('%100\\%%')
  expect(containsPattern('a\\b')).toBe('%a\\\\b%')
  expect(containsPattern()).toBe('%%')
})
