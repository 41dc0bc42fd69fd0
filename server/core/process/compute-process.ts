import { setTimeout as pause } from 'node:timers/promises'
import workerpool from 'workerpool'
import { lowerPriority } from './priority.ts'

/** Answers have priority over drawing. */
lowerPriority()

/** Between two tasks, as a part of the time of the first, and at most (ms): a flood of pictures leaves most of a processor free. */
const [rest, mostRestMs] = [4, 2_000]
let rested = Promise.resolve()

workerpool.worker({
  async run(module: string, name: string, input: unknown) {
    const { [name]: task } = (await import(module)) as Record<string, (input: unknown) => unknown>
    await rested
    const begun = performance.now()
    try {
      return await task!(input)
    } finally {
      rested = pause(Math.min(mostRestMs, rest * (performance.now() - begun)))
    }
  },
})
