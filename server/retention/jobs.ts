import { z } from 'zod'
import { sql } from '#server/core/drizzle/orm.ts'
import { defineJob, type Job, type JobContext } from '#server/core/jobs/job-queue.ts'
import type { RetentionFailures, RetentionRule } from '#server/core/jobs/retention-rule.ts'
import type { Services } from '#server/core/services.ts'
import { retentionRun } from './table.ts'

const dayMs = 86_400_000

/**
 * Daily: deletes data that is older than its setting, in bounded transactions, so that a run can be interrupted and
 * holds no lock for long.
 */
export function retentionJob(all: readonly RetentionRule[]): Job<z.ZodObject> {
  return defineJob({
    name: 'retention.run',
    schema: z.object({}),
    cron: '53 2 * * *',
    expireSeconds: 6 * 3600,
    async run(_, context) {
      for (const rule of all) {
        if (context.signal.aborted) return
        try {
          await removeOld(rule, context)
        } catch (error) {
          // One kind must not prevent the others; the next run tries it again.
          context.services.log.error({ err: error, kind: rule.kind }, 'retention: old rows could not be deleted')
        }
      }
    },
  })
}

async function removeOld(rule: RetentionRule, { services, signal, heartbeat }: JobContext): Promise<void> {
  const days = services.config.keepDays[rule.kind]
  if (days === null || !rule.remove) return
  const cutoff = new Date(Date.now() - days * dayMs)
  const failed: RetentionFailures = new Map()
  let removed = 0
  for (let hasMore = true; hasMore; ) {
    if (signal.aborted) return
    const step = await rule.remove(services, cutoff, failed)
    removed += step.removed
    hasMore = step.hasMore
    await heartbeat()
  }
  await recordRun(services, rule, cutoff, removed)
  if (failed.size > 0) throw new AggregateError(failed.values(), 'Some rows stay')
}

async function recordRun({ db, log }: Services, { kind }: RetentionRule, cutoff: Date, removed: number): Promise<void> {
  await db.system((tx) =>
    tx
      .insert(retentionRun)
      .values({ kind, cutoff, at: sql`now()`, removed })
      .onConflictDoUpdate({ target: retentionRun.kind, set: { cutoff, at: sql`now()`, removed } }),
  )
  if (removed > 0) log.info({ kind, removed, before: cutoff.toISOString() }, 'retention: old rows were deleted')
}
