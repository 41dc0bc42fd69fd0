import { and, inArray, lt, ne } from 'drizzle-orm'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { mailMessage } from '#server/core/table.ts'

/** Mails that are still to be sent stay. */
export const mailRetentionRule: RetentionRule = {
  kind: 'mails',
  tables: ['mail_message'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: mailMessage.id })
        .from(mailMessage)
        .where(and(lt(mailMessage.createdAt, before), ne(mailMessage.state, 'queued')))
        .orderBy(mailMessage.createdAt)
        .limit(removalBatch)
      return tx.delete(mailMessage).where(inArray(mailMessage.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
