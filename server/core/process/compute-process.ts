import { setTimeout as pause } from 'node:timers/promises'
import workerpool from 'workerpool'
import type { Started } from './compute.ts'
import { lowerPriority } from './priority.ts'

/** Answering calls has priority over processing pictures. */
lowerPriority()

/**
 * Pause between two tasks, as a factor of the duration of the first one, and its maximum (ms): many pictures at once leave most
 * of a processor free.
 */
const [rest, maxRestMs] = [4, 2_000]
let rested = Promise.resolve()

workerpool.worker({
  async run(module: string, name: string, input: unknown) {
    workerpool.workerEmit({ pid: process.pid } satisfies Started)
    const { [name]: task } = (await import(module)) as Record<string, (input: unknown) => unknown>
    await rested
    const startedAt = performance.now()
    try {
      return await task!(input)
    } finally {
      rested = pause(Math.min(maxRestMs, rest * (performance.now() - startedAt)))
    }
  },
})
