import { z } from 'zod'
import { lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { pullDueLogs } from './log/pull.ts'
import { logisticClaim } from './table.ts'

/**
 * Hourly: deletes used tokens of claims about shipments. A token is valid for 10 minutes, so an older one is rejected
 * without its row. The claim itself is in the shipment and in the audit trail.
 */
export const deleteUsedTokens = defineJob({
  name: 'logistic.deleteUsedTokens',
  schema: z.object({}),
  cron: '37 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(logisticClaim).where(lt(logisticClaim.createdAt, sql`now() - interval '1 day'`))
    }),
})

/**
 * Every minute: reads the temperature tags of shipments under way, and of those whose log has ended until it is complete. A failed run
 * is not retried, because the next run starts a minute later.
 */
export const pullReadings = defineJob({
  name: 'logistic.pullReadings',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  run: (_, { services, signal, heartbeat }) => pullDueLogs(services, { signal, afterBatch: heartbeat }),
})
