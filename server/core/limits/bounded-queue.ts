type Sizes = {
  /** Tasks under way at the same time. */
  running: number
  /** Tasks that may wait. */
  waiting: number
  /** Tasks that may wait in front of those. */
  first: number
  /** How long a place stays empty after a task while others wait, as a part of the task's own time. */
  rest?: number
}

/** Runs tasks in their order, some at a time. The answer is undefined, at once, for a task that finds no place to wait. */
export function boundedQueue(sizes: Sizes): <T>(task: () => Promise<T>, first?: boolean) => Promise<T> | undefined {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []]
  let running = 0

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await task()
    } finally {
      const restMs = (sizes.rest ?? 0) * (performance.now() - begun)
      if (restMs > 0 && first.length + others.length > 0) setTimeout(handOn, restMs)
      else handOn()
    }
  }
  function handOn(): void {
    const next = first.shift() ?? others.shift()
    // The place is handed on, so that nobody comes between.
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
