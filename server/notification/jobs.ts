import { z } from 'zod'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, inArray, lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { notificationMail } from './mails.ts'
import { notification } from './table.ts'

/** Notifications of one run. The next run, a minute later, continues. */
const mailedAtOnce = 2_000
const keptDays = 90

/**
 * Writes one mail to each account with the events of the last minute, so that a hundred alerts are not a hundred mails. The
 * mails and the marks are committed together: every notification is mailed once.
 */
export const mailNotifications = defineJob({
  name: 'notification.mail',
  schema: z.object({}),
  cron: '* * * * *',
  async run(_, { services: { db, mail } }) {
    await db.system(async (tx) => {
      const due = await takeDue(tx)
      const people = await tx
        .select({ id: account.id, email: account.email, language: account.language })
        .from(account)
        .where(and(inArray(account.id, [...due.keys()]), sql`confirmed and not blocked`))
      for (const { id, email: to, language } of people) {
        await mail.queue(tx, { to, language, content: notificationMail(due.get(id)!) })
      }
    })
  },
})

type Due = Pick<
  typeof notification.$inferSelect,
  'accountId' | 'kind' | 'event' | 'subject' | 'name' | 'detail' | 'reason'
>

/** The waiting notifications by account, the oldest first. They no longer wait when the transaction commits. */
async function takeDue(tx: Tx): Promise<Map<string, Due[]>> {
  const { rows } = await tx.execute<Due>(sql`
    with due as (
      select id from notification where mail_due order by account_id, created_at limit ${mailedAtOnce} for update skip locked
    ), taken as (
      update notification n set mail_due = false from due where n.id = due.id
      returning n.account_id as "accountId", n.kind, n.event, n.subject, n.name, n.detail, n.reason, n.created_at
    ) select * from taken order by created_at`)
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

export const deleteOldNotifications = defineJob({
  name: 'notification.cleanUp',
  schema: z.object({}),
  cron: '40 3 * * *',
  async run(_, { services: { db } }) {
    await db.system((tx) =>
      tx.delete(notification).where(lt(notification.createdAt, sql`now() - make_interval(days => ${keptDays})`)),
    )
  },
})
