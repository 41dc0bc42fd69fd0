/** Work of this time (ms) may be done at once after a pause. */
const burstMs = 50

/**
 * Limits the part of the time that a synchronous task may take, so that many calls of it do not delay others.
 *
 * @param share between 0 and 1
 * @returns the task, which returns undefined without being run while its share is used up
 */
export function limitTimeShare<Input, Output>(
  share: number,
  task: (input: Input) => Output,
): (input: Input) => Output | undefined {
  /** The time at which the work done so far has its share. */
  let paidAt = Number.NEGATIVE_INFINITY
  return (input) => {
    const startedAt = performance.now()
    if (paidAt > startedAt) return undefined
    try {
      return task(input)
    } finally {
      const cost = (performance.now() - startedAt) / share
      paidAt = Math.max(paidAt, startedAt - burstMs / share) + cost
    }
  }
}
