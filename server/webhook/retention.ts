import { inArray, lt } from '#server/core/drizzle/orm.ts'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { webhookEvent } from './table.ts'

/** Deletes old events with their deliveries. */
export const webhookRetentionRule: RetentionRule = {
  kind: 'webhooks',
  tables: ['webhook_event', 'webhook_delivery'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: webhookEvent.id })
        .from(webhookEvent)
        .where(lt(webhookEvent.at, before))
        .orderBy(webhookEvent.at)
        .limit(removalBatch)
      return tx.delete(webhookEvent).where(inArray(webhookEvent.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
