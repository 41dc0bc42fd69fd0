import { describe, expect, test } from 'vitest'
import { cropArea } from './crop-area.ts'
import { pauseAfter, runFrameLoop } from './frame-loop.ts'

describe('the frame loop [OF04]', () => {
  test.each([5, 80, 300, 700])('pauses at least as long as decoding a frame took (%i ms)', async (takes) => {
    const stop = new AbortController()
    let now = 0
    let busy = 0
    let looks = 0
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        now += ms
      },
    }
    const look = async () => {
      now += takes
      busy += takes
      if (++looks === 40) stop.abort()
    }
    await runFrameLoop(async () => {}, look, stop.signal, clock)
    expect(looks).toBe(40)
    expect(busy / now).toBeLessThanOrEqual(0.5)
  })

  test('limits the pause', () => {
    expect(pauseAfter(60_000)).toBe(1000)
  })

  test('stops while it waits for a frame that never arrives', async () => {
    const stop = new AbortController()
    const ended = runFrameLoop(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      async () => expect.unreachable(),
      stop.signal,
    )
    stop.abort()
    await ended
  })
})

describe('the frame rectangle [OF04]', () => {
  test.each([
    ['a wide picture in a tall box', { width: 1280, height: 720 }, { width: 358, height: 358 }, 629],
    ['a tall picture of a phone', { width: 720, height: 1280 }, { width: 358, height: 358 }, 629],
    ['a picture as its box', { width: 640, height: 480 }, { width: 320, height: 240 }, 419],
    ['a tall box over a wide picture', { width: 1280, height: 720 }, { width: 300, height: 600 }, 314],
  ])('is read from the middle of %s', (_, video, box, side) => {
    const area = cropArea(video, box)
    expect(area).toMatchObject({ width: side, height: side })
    expect(area.x * 2 + side).toBeCloseTo(video.width, -1)
    expect(area.y * 2 + side).toBeCloseTo(video.height, -1)
    expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0)
  })
})
