import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Rejects calls with 503 while the event loop is so late that answers would come after their callers have gone. */
export async function registerPressure(app: FastifyInstance): Promise<void> {
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: 2_000,
    // An interval without a sample counts as an endless delay. With the default of a second, a process that was busy for a second
    // after its start rejected all calls of the next one.
    sampleInterval: 3_000,
    retryAfter: 2,
    pressureHandler: () => {
      throw new Problem(coreProblems.unavailable)
    },
  })
}
