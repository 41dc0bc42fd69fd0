import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
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
