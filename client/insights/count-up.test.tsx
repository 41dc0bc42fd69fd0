import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountUp } from './count-up.ts'

let wantsLess = false
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  vi.stubGlobal('matchMedia', () => ({ matches: wantsLess }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  wantsLess = false
})
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('counts up to its number in two seconds [DB01]', () => {
  const { result } = renderHook(() => useCountUp(1000))
  expect(result.current).toBe(0)
  pass(500)
  const early = result.current!
  expect(early).toBeGreaterThan(0)
  pass(1000)
  expect(result.current).toBeGreaterThan(early)
  expect(result.current).toBeLessThan(1000)
  pass(600)
  expect(result.current).toBe(1000)
})

test('counts from the previous number to a new one, and returns no number when it is unknown [DB01]', () => {
  const { result, rerender } = renderHook(({ target }) => useCountUp(target), {
    initialProps: { target: undefined as number | undefined },
  })
  expect(result.current).toBeUndefined()
  rerender({ target: 100 })
  pass(2100)
  rerender({ target: 101 })
  pass(50)
  expect(result.current).toBeGreaterThanOrEqual(100)
  pass(2100)
  expect(result.current).toBe(101)
})

test('shows the number immediately with reduced motion [DB01]', () => {
  wantsLess = true
  const { result } = renderHook(() => useCountUp(1000))
  expect(result.current).toBe(1000)
})
