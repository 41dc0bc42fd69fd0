import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import type { Services } from '#server/core/services.ts'
import { TagServiceError } from '#server/core/tag-service/error.ts'
import type { TagService } from '#server/core/tag-service/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type LogisticTag, logisticLogContract, logisticLogProblems, recording } from '#shared/logistic/log-contract.ts'
import { isTagAwaited } from './due.ts'
import { listTagReadings, readTagLog } from './read.ts'

/** The temperature logs of shipments. */
export function logisticLogRoutes(app: FastifyInstance) {
  serve(app, logisticLogContract, {
    tags: withPreparation(
      async ({ services }) => startedTags(services.tags, (err) => services.log.warn({ err }, 'tags not readable')),
      async (_, tags) => tags,
    ),
    startTag: withPreparation(
      ({ services, body }) => startedTag(services, body.tidnfc),
      async ({ tx, request }, tag) => {
        await audit(tx, request, 'logistic.startTag', { subject: tag.tidnfc })
        return tag
      },
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

/** Starts a tag, unless it records or its readings are not stored yet: a start deletes the readings of a stopped tag. */
async function startedTag({ tags, db, log }: Services, tidnfc: string): Promise<LogisticTag> {
  const note = (err: unknown) => log.warn({ err }, 'tag not started')
  if (!tags.isOn) throw new Problem(logisticLogProblems.cannotStart)
  const known = (await startedTags(tags, note)).find((tag) => tag.tidnfc === tidnfc)
  if (known?.status === recording) return known
  if (known && (await isTagAwaited(db.read, tidnfc))) throw new Problem(logisticLogProblems.tagInUse)
  try {
    const { startedAt, ...tag } = await tags.startTag(tidnfc)
    return { ...tag, startedAt: startedAt.toISOString() }
  } catch (error) {
    if (!(error instanceof TagServiceError)) throw error
    note(error)
    throw new Problem(
      error.failure === 'unknownTag' ? logisticLogProblems.cannotStart : logisticLogProblems.unavailable,
    )
  }
}
