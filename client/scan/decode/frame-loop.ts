/** Dependencies of the loop, replaced by tests. */
type FrameClock = {
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const realClock: FrameClock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}

/** Minimum and maximum pause between two frames, ms. */
const pauseLimits = { min: 80, max: 1000 }

/** Pauses for as long as the last frame took, so that slow phones do not overheat. */
export const pauseAfter = (workedMs: number): number => Math.min(pauseLimits.max, Math.max(pauseLimits.min, workedMs))

/** Decodes one frame at a time until stopped. */
export async function runFrameLoop(
  nextFrame: (signal: AbortSignal) => Promise<void>,
  look: () => Promise<void>,
  signal: AbortSignal,
  { now, wait }: FrameClock = realClock,
): Promise<void> {
  while (!signal.aborted) {
    await nextFrame(signal)
    if (signal.aborted) return
    const began = now()
    await look()
    await wait(pauseAfter(now() - began), signal)
  }
}

/** Resolves when the video has a new frame. Browsers deliver no frames to hidden pages, so nothing is read then. */
export function frameSource(video: HTMLVideoElement): (signal: AbortSignal) => Promise<void> {
  return (signal) =>
    new Promise((resolve) => {
      const handle =
        'requestVideoFrameCallback' in video
          ? video.requestVideoFrameCallback(() => resolve())
          : requestAnimationFrame(() => resolve())
      signal.addEventListener('abort', () => {
        if ('cancelVideoFrameCallback' in video) video.cancelVideoFrameCallback(handle)
        else cancelAnimationFrame(handle)
        resolve()
      })
    })
}
