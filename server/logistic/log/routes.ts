import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { TagServiceError } from '#server/core/tag-service/error.ts'
import type { TagService } from '#server/core/tag-service/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { logisticLogContract, logisticLogProblems } from '#shared/logistic/log-contract.ts'
import { listTagReadings, readTagLog } from './read.ts'

/** The temperature logs of shipments. */
export function logisticLogRoutes(app: FastifyInstance) {
  serve(app, logisticLogContract, {
    tags: withPreparation(
      async ({ services }) => startedTags(services.tags, (err) => services.log.warn({ err }, 'tags not readable')),
      async (_, tags) => tags,
    ),
    log: ({ tx, actor, params, query }) => readTagLog(tx, merchantOf(actor), params.id, query),
    readings: ({ tx, actor, params, query }) => listTagReadings(tx, merchantOf(actor), params.id, query),
  })
}

/** Without a service there are no tags to choose from: their numbers are typed or scanned. */
async function startedTags(tags: TagService, note: (error: TagServiceError) => void) {
  if (!tags.isOn) return []
  try {
    const started = await tags.startedTags()
    return started.map(({ startedAt, ...tag }) => ({ ...tag, startedAt: startedAt.toISOString() }))
  } catch (error) {
    if (!(error instanceof TagServiceError)) throw error
    note(error)
    throw new Problem(logisticLogProblems.unavailable)
  }
}
