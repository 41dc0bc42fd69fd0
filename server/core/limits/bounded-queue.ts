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

/** Runs tasks in their order, a bounded number at a time. Returns undefined at once if no more tasks can wait. */
export function boundedQueue(sizes: Sizes): <T>(task: () => Promise<T>, first?: boolean) => Promise<T> | undefined {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []]
  let running = 0

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      const restMs = (sizes.rest ?? 0) * (performance.now() - startedAt)
      if (restMs > 0 && first.length + others.length > 0) setTimeout(releaseSlot, restMs)
      else releaseSlot()
    }
  }
  function releaseSlot(): void {
    const next = first.shift() ?? others.shift()
    // The slot goes to the next task directly, so that a new task cannot take it.
    if (next) next()
    else running--
  }
  return (task, isFirst = false) => {
    if (running < sizes.running) {
      running++
      return run(task)
    }
    const [line, most] = isFirst ? [first, sizes.first] : [others, sizes.waiting]
    if (line.length >= most) return undefined
    return new Promise<void>((go) => line.push(go)).then(() => run(task))
  }
}
