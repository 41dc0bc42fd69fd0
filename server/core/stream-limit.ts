import { hostKey } from './limit-key.ts'

/** Streams that may be open at once: of one account (its tabs), of one address (an office), and of one process. */
const most = { account: 12, address: 120, all: 5_000 }

export type StreamLimit = {
  /** Counts a stream in; undefined where one more is too many. The answer counts it out again. */
  open(accountId: string, address: string): (() => void) | undefined
}

/** Each process counts the streams that it holds. */
export function streamLimit(): StreamLimit {
  const open = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change
    if (count > 0) open.set(key, count)
    else open.delete(key)
  }
  return {
    open(accountId, address) {
      const keys = { account: `account ${accountId}`, address: `address ${hostKey(address)}`, all: 'all' }
      const names = Object.keys(most) as (keyof typeof most)[]
      if (names.some((name) => (open.get(keys[name]) ?? 0) >= most[name])) return undefined
      for (const name of names) add(keys[name], 1)
      return () => {
        for (const name of names) add(keys[name], -1)
      }
    },
  }
}
