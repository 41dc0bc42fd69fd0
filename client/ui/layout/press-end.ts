/** A touch sends its click a moment after it has ended (ms). */
const clickDelayMs = 300

/**
 * Calls `onEnd` when the press that has begun ends: after the handlers of its click, or when no click follows. Returns a
 * function that stops waiting.
 */
export function watchPressEnd(onEnd: () => void): () => void {
  const listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    listening.abort()
  }
  const end = () => {
    stop()
    onEnd()
  }
  const endAfter = (ms: number) => () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  const options = { capture: true, signal: listening.signal }
  addEventListener('pointerup', endAfter(clickDelayMs), options)
  addEventListener('pointercancel', end, options)
  addEventListener('click', endAfter(0), options)
  return stop
}
