import { z } from 'zod'
import { account } from '#server/core/auth/table.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { countRecentMails } from '#server/core/mail/mail.ts'
import { scopes } from '#shared/core/api/scopes.ts'
import { keyMailText } from '#shared/key/mail-text.ts'
import { keyMail } from './mails.ts'

/** A program may replace its keys again and again. */
const mailsPerHour = 10

/** Tells the owner of a merchant of a key that was made or replaced, because whoever has it needs no password. */
export const tellOwner = defineJob({
  name: 'key.tell',
  schema: z.object({
    merchantId: z.uuid(),
    /** The name of the key, what it may do, and who made it. */
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    by: z.string(),
    at: z.iso.datetime(),
    /** Hours for which a replaced key stays valid; null for a new key. */
    hours: z.int().nullable(),
  }),
  concurrency: 2,
  run: ({ merchantId, ...made }, { services: { db, mail } }) =>
    db.system(async (tx) => {
      const isOwner = [eq(account.merchantId, merchantId), eq(account.role, 'merchant')]
      const canRead = [eq(account.confirmed, true), eq(account.blocked, false)]
      const owners = await tx
        .select({ to: account.email, language: account.language })
        .from(account)
        .where(and(...isOwner, ...canRead))
      const subjects = Object.values(keyMailText).flatMap((text) => [text.madeSubject, text.replacedSubject])
      for (const { to, language } of owners) {
        if ((await countRecentMails(tx, to, subjects, 1)) >= mailsPerHour) continue
        await mail.queue(tx, { to, language, content: keyMail(made) })
      }
    }),
})
