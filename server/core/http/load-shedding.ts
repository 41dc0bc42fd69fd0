import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** Load shedding: responds 503 while the delay of the event loop is so long that clients would not wait for their responses. */
export async function registerLoadShedding(app: FastifyInstance): Promise<void> {
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
