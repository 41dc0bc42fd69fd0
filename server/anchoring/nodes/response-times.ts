import type { OnBlocked } from '#server/anchoring/jobs/blocked.ts'

/** The longest response of a node since it was last read. */
export type ResponseTimes = {
  measure<T>(call: () => Promise<T>): Promise<T>
  /** Milliseconds. Starts again with 0. */
  takeLongest(): number
  /** Host and port of the node. */
  host: string
}

export function createResponseTimes(host: string): ResponseTimes {
  let longest = 0
  return {
    host,
    async measure(call) {
      const from = performance.now()
      try {
        return await call()
      } finally {
        longest = Math.max(longest, performance.now() - from)
      }
    },
    takeLongest() {
      const found = longest
      longest = 0
      return found
    },
  }
}

/** A node of a public network answers within a second. */
const slowMs = 5_000

/** Reports a node that has needed long for a call of the last step. Anchoring continues, later than it should. */
export function reportSlowness({ takeLongest, host }: ResponseTimes, report: OnBlocked): void {
  const ms = takeLongest()
  if (ms >= slowMs) report({ kind: 'slow', reason: `${host} needed ${Math.round(ms / 1000)} s for a response.` })
}
