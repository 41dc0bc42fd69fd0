type Sizes = {
  /** Maximum number of running tasks. */
  running: number
  /** Maximum number of waiting tasks. */
  waiting: number
  /** Maximum number of tasks that wait with priority. */
  first: number
  /** How long a slot stays empty after a task while others wait, as a factor of the duration of the task. */
  rest?: number
}

/**
 * Runs tasks in their order, a bounded number at a time. Returns undefined at once if no more tasks can wait.
 *
 * @example
 * const inQueue = boundedQueue({ running: 1, waiting: 1, first: 0 })
 * const first = inQueue(async () => 'first')
 * const second = inQueue(async () => 'second')
 * inQueue(async () => 'third') // => undefined
 * [await first, await second] // => ['first', 'second']
 */
export function boundedQueue(
  sizes: Sizes,
): <T>(task: () => Promise<T>, hasPriority?: boolean) => Promise<T> | undefined {
  const [prioritized, others]: [(() => void)[], (() => void)[]] = [[], []]
  let running = 0

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      const restMs = (sizes.rest ?? 0) * (performance.now() - startedAt)
      if (restMs > 0 && prioritized.length + others.length > 0) setTimeout(releaseSlot, restMs)
      else releaseSlot()
    }
  }
  function releaseSlot(): void {
    const next = prioritized.shift() ?? others.shift()
    // The slot goes to the next task directly, so that a new task cannot take it.
    if (next) next()
    else running--
  }
  return (task, hasPriority = false) => {
    if (running < sizes.running) {
      running++
      return run(task)
    }
    const [queue, maxWaiting] = hasPriority ? [prioritized, sizes.first] : [others, sizes.waiting]
    if (queue.length >= maxWaiting) return undefined
    return new Promise<void>((start) => queue.push(start)).then(() => run(task))
  }
}
