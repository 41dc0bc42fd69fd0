import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { moveAuditCheckpoints } from '#server/core/logging/audit-chain.ts'

/** Entries of each stream in one transaction. */
const maxEntries = 10_000

/**
 * Hourly: checks the entries of the audit trail that are new, so that a later check of the chain need not begin at the first
 * entry. The checkpoint of a stream with a broken entry stays where it is, and each check reports the entry.
 */
export const checkAuditChains = defineJob({
  name: 'audit.checkpoint',
  schema: z.object({}),
  cron: '17 * * * *',
  async run(_, { services, signal, heartbeat }) {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      hasMore = await services.db.system((tx) => moveAuditCheckpoints(tx, maxEntries))
      await heartbeat()
    }
  },
})
