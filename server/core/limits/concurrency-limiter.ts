/** A group of calls or tasks that are counted together: at most `most` of them may run at once. */
export type ConcurrencyGroup = { key: string; most: number }
/** Removes the work from the counts. A second call has no effect. */
type Release = () => void

type ConcurrencyLimiter = {
  /**
   * Adds work to all groups and returns the function that removes it. If a group is full, adds nothing and returns the first
   * full group.
   */
  enter<G extends ConcurrencyGroup>(groups: readonly G[]): Release | G
}

/** Counts running work by key. Each process counts its own work only. */
export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const running = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (running.get(key) ?? 0) + by
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }
  return {
    enter(groups) {
      const full = groups.find(({ key, most }) => (running.get(key) ?? 0) >= most)
      if (full) return full
      for (const { key } of groups) add(key, 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        for (const { key } of groups) add(key, -1)
      }
    },
  }
}
