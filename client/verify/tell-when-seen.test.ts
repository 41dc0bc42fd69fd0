// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellWhenSeen } from './tell-when-seen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type State = { visibilityState: DocumentVisibilityState; prerendering?: boolean }
function page(state: State) {
  const document = Object.assign(new EventTarget(), state)
  const tell = vi.fn()
  tellWhenSeen(document, tell)
  return {
    tell,
    does: (name: string) => document.dispatchEvent(new Event(name)),
    turns(visibilityState: DocumentVisibilityState) {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

test('a page is seen once, when it was visible for a second [VD04]', () => {
  const { tell, does } = page({ visibilityState: 'visible' })
  vi.advanceTimersByTime(999)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  does('pointerdown')
  does('visibilitychange')
  vi.advanceTimersByTime(10_000)
  expect(tell).toHaveBeenCalledTimes(1)
})

test('a page is seen once, at the first interaction [VD04]', () => {
  const { tell, does } = page({ visibilityState: 'visible' })
  does('keydown')
  expect(tell).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  does('touchstart')
  expect(tell).toHaveBeenCalledTimes(1)
})

test('a page in the background is not seen before it is visible for a second at a time [VD04]', () => {
  const { tell, turns } = page({ visibilityState: 'hidden' })
  vi.advanceTimersByTime(10_000)
  turns('visible')
  vi.advanceTimersByTime(900)
  turns('hidden')
  vi.advanceTimersByTime(10_000)
  turns('visible')
  vi.advanceTimersByTime(900)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(tell).toHaveBeenCalledTimes(1)
})

test('a page that is rendered ahead is not seen [VD04]', () => {
  const { tell, does } = page({ visibilityState: 'hidden', prerendering: true })
  does('pointerdown')
  vi.advanceTimersByTime(10_000)
  expect(tell).not.toHaveBeenCalled()
})
