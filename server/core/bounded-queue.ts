type Sizes = {
  /** Tasks under way at the same time. */
  running: number
  /** Tasks that may wait. */
  waiting: number
  /** Tasks that may wait in front of those. */
  first: number
}

/** Runs tasks in their order, some at a time. The answer is undefined, at once, for a task that finds no place to wait. */
export function boundedQueue(sizes: Sizes): <T>(task: () => Promise<T>, first?: boolean) => Promise<T> | undefined {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []]
  let running = 0

  async function run<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task()
    } finally {
      const next = first.shift() ?? others.shift()
      // The place is handed on, so that nobody comes between.
      if (next) next()
      else running--
    }
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
