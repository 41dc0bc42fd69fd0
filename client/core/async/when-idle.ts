/** Timeout (ms) after which the work starts even when the tab is never idle. */
const idleTimeoutMs = 1000

/** Runs low-priority work when the browser is idle, or immediately when idle time is not reported. */
export function whenIdle(begin: () => void): void {
  if (typeof requestIdleCallback === 'undefined') begin()
  else requestIdleCallback(() => begin(), { timeout: idleTimeoutMs })
}
