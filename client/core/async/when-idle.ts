/** A tab that is never idle begins after so long, ms. */
const idleTimeoutMs = 1000

/** Runs low-priority work when the browser is idle, or immediately when idle time is not reported. */
export function whenIdle(begin: () => void): void {
  if (typeof requestIdleCallback === 'undefined') begin()
  else requestIdleCallback(() => begin(), { timeout: idleTimeoutMs })
}
