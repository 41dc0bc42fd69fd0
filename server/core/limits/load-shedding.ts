import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route responds while the process is overloaded. */
    isNeverShed?: boolean
  }
}

const maxDelayMs = 2_000
const intervalMs = 3_000
/** One interval can be a single long task, after which the process is free. */
const overloadedIntervals = 2

/** Samples since the last reset. `mean` in nanoseconds. */
type DelaySamples = Pick<ReturnType<typeof monitorEventLoopDelay>, 'count' | 'mean' | 'reset'>

function measuredDelay(): DelaySamples {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return delay
}

/**
 * Load shedding: responds 503 while the delay of the event loop is so long that clients would not wait for their responses. The
 * delay must have been that long for two intervals in a row.
 */
export function registerLoadShedding(app: FastifyInstance, delay: DelaySamples = measuredDelay()): void {
  let slowIntervals = 0
  const timer = setInterval(() => {
    // In an interval without a sample, one turn of the event loop took all of it.
    const isSlow = delay.count === 0 || delay.mean / 1e6 > maxDelayMs
    slowIntervals = isSlow ? slowIntervals + 1 : 0
    delay.reset()
  }, intervalMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (request, _, done) => {
    const isShed = slowIntervals >= overloadedIntervals && !request.routeOptions.config.isNeverShed
    done(isShed ? new Problem(coreProblems.unavailable) : undefined)
  })
}
