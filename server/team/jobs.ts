import { z } from 'zod'
import { randomToken, tokenHashOf } from '#server/core/auth/random-token.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import { eq, lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { countRecentMails } from '#server/core/mail/mail.ts'
import { teamMailText } from '#shared/team/mail-text.ts'
import { invitationMail } from './mails.ts'
import { invitation } from './table.ts'

/** Invitations to one address a day, of all merchants together: nobody can flood the mailbox of another person. */
const mailsADay = 5
const subjects = [teamMailText.enUS.subject, teamMailText.ruRU.subject]

/** Mails the link of an invitation. The newest link is the only valid one. A job, because it counts the mails of all merchants. */
export const mailInvitation = defineJob({
  name: 'team.mailInvitation',
  schema: z.object({ id: z.uuid() }),
  concurrency: 2,
  run: ({ id }, { services }) =>
    services.db.system(async (tx) => {
      const [invited] = await tx.select().from(invitation).where(eq(invitation.id, id)).for('update')
      if (!invited || (await countRecentMails(tx, invited.email, subjects, 24)) >= mailsADay) return
      const { merchantId, invitedBy, email: to, language } = invited
      const [business] = await tx.select({ name: merchant.name }).from(merchant).where(eq(merchant.id, merchantId))
      const [inviter] = await tx.select({ email: account.email }).from(account).where(eq(account.id, invitedBy))
      if (!business || !inviter) return
      const token = randomToken()
      await tx
        .update(invitation)
        .set({ hash: tokenHashOf(token), sentAt: sql`now()` })
        .where(eq(invitation.id, id))
      const content = invitationMail(token, { inviter: inviter.email, business: business.name })
      await services.mail.queue(tx, { to, language, content })
    }),
})

/** Hourly: deletes invitations that expired a month ago. */
export const deleteOldInvitations = defineJob({
  name: 'team.deleteOldInvitations',
  schema: z.object({}),
  cron: '47 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(invitation).where(lt(invitation.expiresAt, sql`now() - interval '30 days'`))
    }),
})
