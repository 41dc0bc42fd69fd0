import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

test('adds work to all of its groups or to none, and returns the group that is full', () => {
  const { enter } = createConcurrencyLimiter()
  const [small, large] = [
    { key: 'small', most: 1 },
    { key: 'large', most: 2 },
  ]
  const leave = enter([small, large])
  expect(leave).toBeTypeOf('function')
  for (let n = 0; n < 3; n++) expect(enter([large, small])).toBe(small)
  expect(enter([large])).toBeTypeOf('function')
  expect(enter([large])).toBe(large)
})

test('removes work once, however often its function is called', () => {
  const { enter } = createConcurrencyLimiter()
  const group = { key: 'a', most: 2 }
  const [first, second] = [enter([group]), enter([group])] as (() => void)[]
  first!()
  first!()
  expect(enter([group])).toBeTypeOf('function')
  expect(enter([group])).toBe(group)
  second!()
  expect(enter([group])).toBeTypeOf('function')
})
