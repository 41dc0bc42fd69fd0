import { z } from 'zod'
import { noPassword } from '#server/core/auth/password.ts'
import { account } from '#server/core/auth/table.ts'
import { and, eq, gt } from '#server/core/drizzle/orm.ts'
import { defineJob, type Job } from '#server/core/jobs/job-queue.ts'
import { endedMail } from './mails.ts'

const Data = z.object({
  merchantId: z.uuid(),
  /** The account that has got its mail last. */
  after: z.uuid().optional(),
})

/** Tells people without a password how to sign in after the provider was removed: one after the other, so that none is told twice. */
export const mailProviderRemoved: Job<typeof Data> = defineJob({
  name: 'oidc.mailProviderRemoved',
  schema: Data,
  run: ({ merchantId, after }, { services }) =>
    services.db.system(async (tx) => {
      const isNext = after ? gt(account.id, after) : undefined
      const hasNoPassword = and(eq(account.passwordHash, noPassword), eq(account.blocked, false))
      const [person] = await tx
        .select()
        .from(account)
        .where(and(eq(account.merchantId, merchantId), hasNoPassword, isNext))
        .orderBy(account.id)
        .limit(1)
      if (!person) return
      await services.mail.queue(tx, { to: person.email, language: person.language, content: endedMail })
      await services.jobs.send(tx, mailProviderRemoved, { merchantId, after: person.id })
    }),
})
