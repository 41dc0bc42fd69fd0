import { expect, test } from 'vitest'
import { holding } from './search.ts'

test('what people look for is taken letter by letter', () => {
  expect(holding('E_1')).toBe('%E\\_1%')
  expect(holding('100%')).toBe('%100\\%%')
  expect(holding('a\\b')).toBe('%a\\\\b%')
  expect(holding()).toBe('%%')
})
