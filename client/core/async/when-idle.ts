/** A tab that is never idle begins after so long, ms. */
const idleTimeoutMs = 1000

/** Begins what a person does not wait for once the browser has nothing else to do, or at once where it cannot tell. */
export function whenIdle(begin: () => void): void {
  if (typeof requestIdleCallback === 'undefined') begin()
  else requestIdleCallback(() => begin(), { timeout: idleTimeoutMs })
}
