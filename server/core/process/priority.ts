import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { processStat } from './process-stat.ts'

/** A tenth of the processor time of a thread with normal priority, if both need the processor. */
export const loweredPriority = 10
/** A third of the share of another session: on a busy machine the work still finishes. */
const loweredSessionPriority = 5

/**
 * Lowers the priority of this process. Linux keeps a priority per thread, inherited by new threads, and with
 * autogrouping compares it only within a session: a session leader, as started with `detached`, lowers its group as
 * well.
 */
export function lowerPriority(): void {
  setPriority(loweredPriority)
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) ignoreErrors(() => setPriority(Number(thread), loweredPriority))
  if (processStat(process.pid)?.session === process.pid)
    ignoreErrors(() => writeFileSync('/proc/self/autogroup', `${loweredSessionPriority}`))
}

/** A thread may have ended in the meantime, and kernels without autogrouping have no such file. */
function ignoreErrors(lower: () => void): void {
  try {
    lower()
  } catch {}
}
