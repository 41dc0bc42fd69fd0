import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Recent } from './recent.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

test('what is put in stays for its time and is gone after twice as long, also where nobody asks meanwhile', () => {
  const recent = new Recent<number>({ most: 100, ms: 1000 })
  vi.setSystemTime(900)
  recent.set('a', 1)
  vi.setSystemTime(1900)
  expect(recent.get('a')).toBe(1)
  vi.setSystemTime(2900)
  expect(recent.get('a')).toBeUndefined()
  recent.set('b', 2)
  vi.setSystemTime(10_000)
  expect(recent.get('b')).toBeUndefined()
})

test('of more than fit the newest half is there, at the least, and a newer value takes the place of an older', () => {
  const recent = new Recent<number>({ most: 10, ms: 1000 })
  for (let n = 0; n < 98; n++) recent.set(`${n}`, n)
  for (let n = 93; n < 98; n++) expect(recent.get(`${n}`)).toBe(n)
  expect(recent.get('80')).toBeUndefined()
  recent.set('93', -1)
  expect(recent.get('93')).toBe(-1)
})
