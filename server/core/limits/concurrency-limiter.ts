/** Work that is counted together: `most` of it may be under way at once. */
export type ConcurrencyGroup = { key: string; most: number }
/** Counts the work out again; a second call does nothing. */
type Release = () => void

export type ConcurrencyLimiter = {
  /** Counts work into all of the groups, and answers how to leave; or into none, and answers the first that is full. */
  enter<G extends ConcurrencyGroup>(groups: readonly G[]): Release | G
}

/** Counts running work by key. Each process counts what it runs itself. */
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
