import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCamera } from './watch-camera.ts'

class Track extends EventTarget {
  readyState = 'live'
  muted = false
  become(state: Partial<Pick<Track, 'readyState' | 'muted'>>, event: string) {
    Object.assign(this, state)
    this.dispatchEvent(new Event(event))
  }
}

const visibility = vi.spyOn(document, 'visibilityState', 'get')
const show = (state: DocumentVisibilityState) => {
  visibility.mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  visibility.mockReturnValue('visible')
})
afterEach(() => vi.useRealTimers())

function watched() {
  const track = new Track()
  const lost = vi.fn()
  const stop = new AbortController()
  watchCamera(track as unknown as MediaStreamTrack, lost, stop.signal)
  return { track, lost, stop }
}

test('reports a camera that ended in the background when the page is visible again [OF04]', () => {
  const { track, lost } = watched()
  show('hidden')
  track.become({ readyState: 'ended' }, 'ended')
  expect(lost).not.toHaveBeenCalled()
  show('visible')
  expect(lost).toHaveBeenCalledOnce()
})

test('waits for a paused camera, and reports it when it does not resume [OF04]', () => {
  const { track, lost } = watched()
  track.become({ muted: true }, 'mute')
  track.become({ muted: false }, 'unmute')
  vi.runAllTimers()
  expect(lost).not.toHaveBeenCalled()
  track.become({ muted: true }, 'mute')
  vi.runAllTimers()
  expect(lost).toHaveBeenCalledOnce()
})

test('reports nothing after it was stopped [OF04]', () => {
  const { track, lost, stop } = watched()
  track.become({ muted: true }, 'mute')
  stop.abort()
  track.become({ readyState: 'ended' }, 'ended')
  vi.runAllTimers()
  expect(lost).not.toHaveBeenCalled()
})
