import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** For the configuration of a route that responds while the process is overloaded. */
export const neverShed = { pressureHandler: () => undefined }

/** Load shedding: responds 503 while the delay of the event loop is so long that clients would not wait for their responses. */
export async function registerLoadShedding(app: FastifyInstance): Promise<void> {
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: 2_000,
    // An interval without a sample counts as an endless delay, so it must be longer than any single task after which the process is
    // free again.
    sampleInterval: 6_000,
    pressureHandler: () => {
      throw new Problem(coreProblems.unavailable)
    },
  })
}
