import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { grantTrialOnApproval } from '#server/billing/service.ts'
import { applyRequestedName } from '#server/business/service.ts'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import type { Mailer } from '#server/core/mail/mail.ts'
import { notificationSetting } from '#server/notification/table.ts'
import { decisionMail } from './mails.ts'
import { reviewed } from './subjects.ts'
import { reviewDecision } from './table.ts'

/** Notifies the merchant once, unless the decision was undone, replaced, or followed by a change of the merchant. */
export const mailDecision = defineJob({
  name: 'review.tell',
  schema: z.object({ id: z.uuid() }),
  concurrency: 2,
  async run({ id }, { services: { db, mail, events } }) {
    await db.system(async (tx) => {
      const [asked] = await tx.select().from(reviewDecision).where(eq(reviewDecision.id, id))
      if (asked?.state !== 'waiting') return
      // Locks the subject first and the decision second, in the same order as deciding and undoing.
      const subject = await reviewed[asked.kind].lock(tx, asked.subjectId)
      const [decision] = await tx.select().from(reviewDecision).where(eq(reviewDecision.id, id)).for('update')
      if (decision?.state !== 'waiting') return
      const { kind, status, note, beforeStatus, beforeNote, merchantId } = decision
      const stands = subject?.status === status && subject.note === note
      const isNews = status !== beforeStatus || note !== beforeNote
      const state = stands && isNews ? 'told' : 'dropped'
      await tx.update(reviewDecision).set({ state }).where(eq(reviewDecision.id, id))
      if (state === 'dropped') return
      if (kind === 'business' && status === 'Approved') await applyRequestedName(tx, merchantId)
      if (kind === 'business' && status === 'Approved' && (await grantTrialOnApproval(tx, merchantId)))
        await events.publish(tx, merchantChannel(merchantId), 'balance', {})
      const template = decisionMail(kind, status, note)
      for (const to of await ownersOf(tx, merchantId)) await write(mail, tx, to, template, subject!.name, note)
    })
  },
})

type Owner = Pick<typeof account.$inferSelect, 'email' | 'language'>

/** The accounts that chose mail about decisions, which is the default. */
function ownersOf(tx: Tx, merchantId: string): Promise<Owner[]> {
  return tx
    .select({ email: account.email, language: account.language })
    .from(account)
    .leftJoin(notificationSetting, eq(notificationSetting.accountId, account.id))
    .where(
      and(
        eq(account.merchantId, merchantId),
        eq(account.role, 'merchant'),
        eq(account.confirmed, true),
        eq(account.blocked, false),
        sql`notification_wanted(${notificationSetting.settings}, ${account.role}, 'decision', 'mail')`,
      ),
    )
}

function write(
  mail: Mailer,
  tx: Tx,
  { email: to, language }: Owner,
  template: ReturnType<typeof decisionMail>,
  name: string,
  note: string | null,
) {
  return mail.queue(tx, { to, language, template, data: { name, note: note ?? '' } })
}
