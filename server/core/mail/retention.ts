import { and, inArray, lt, ne, not, or, sql } from '#server/core/drizzle/orm.ts'
import { hasOpenJob } from '#server/core/jobs/orphaned-work.ts'
import { type RetentionRule, removalBatch } from '#server/core/jobs/retention-rule.ts'
import { mailMessage } from '#server/core/table.ts'
import { sendMail } from './mail.ts'

/** Mails that are still to be sent stay. A mail without a job is never sent: the queue deletes a job that no worker has taken for two weeks. */
export const mailRetentionRule: RetentionRule = {
  kind: 'mails',
  tables: ['mail_message'],
  async remove({ db }, before) {
    const removed = await db.system(async (tx) => {
      const old = tx
        .select({ id: mailMessage.id })
        .from(mailMessage)
        .where(
          and(
            lt(mailMessage.createdAt, before),
            or(ne(mailMessage.state, 'queued'), not(hasOpenJob(sendMail, 'id', sql`${mailMessage.id}`))),
          ),
        )
        .orderBy(mailMessage.createdAt)
        .limit(removalBatch)
      return tx.delete(mailMessage).where(inArray(mailMessage.id, old))
    })
    return { removed: removed.rowCount ?? 0, hasMore: removed.rowCount === removalBatch }
  },
}
