import { z } from 'zod'
import { account, accountToken, attempt, merchant, session, signInChallenge } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, inArray, lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { countRecentMails } from '#server/core/mail/mail.ts'
import type { Services } from '#server/core/services.ts'
import { authMailText } from '#shared/auth/mail-text.ts'
import { Email } from '#shared/core/fields/email.ts'
import { emailTakenMail, guessingMail } from './mails.ts'
import { type Account, findAccounts, mailConfirmation, mailReset } from './service.ts'

/**
 * A call must not reveal whether an e-mail address is known; only the mail that arrives there does. Calls that request a mail therefore
 * only enqueue a job: they do the same work and take the same time for every e-mail address.
 */

/**
 * Mails to one e-mail address per day that calls without a sign-in can cause, for all callers together: nobody can flood the mailbox
 * of another person.
 */
const mailsADay = { confirm: 3, taken: 1, reset: 3, guessing: 1 }
/** Maximum number of registrations of one e-mail address that get a mail when the link is requested again. */
const maxClaimsMailed = 3

async function mayMail(tx: Tx, to: string, kind: keyof typeof mailsADay): Promise<boolean> {
  const subjects = [authMailText.enUS, authMailText.ruRU].map((text) => text[`${kind}Subject`])
  return (await countRecentMails(tx, to, subjects, 24)) < mailsADay[kind]
}

/** Mails after a registration: the confirmation link, or a notice that the e-mail address is taken. */
export const confirmRegistration = defineJob({
  name: 'auth.welcome',
  schema: z.object({ id: z.uuid() }),
  concurrency: 2,
  run: ({ id }, { services }) =>
    services.db.system(async (tx) => {
      const [made] = await tx.select().from(account).where(eq(account.id, id))
      if (made && !made.confirmed) await askToConfirm(services, tx, made)
    }),
})

export const mailLink = defineJob({
  name: 'auth.mailLink',
  schema: z.object({ email: Email, kind: z.enum(['confirm', 'reset']), isKnownDevice: z.boolean() }),
  concurrency: 2,
  run: ({ email, kind, isKnownDevice }, { services }) =>
    services.db.system(async (tx) => {
      const { holder, claimed } = await findAccounts(tx, email, 'email')
      const recipient = holder ?? claimed
      if (kind === 'reset') {
        // Strangers cannot use up the links of an owner who asks on a known device.
        const isAllowed = recipient && !recipient.blocked && (isKnownDevice || (await mayMail(tx, email, 'reset')))
        if (isAllowed) await mailReset(services, tx, recipient)
        return
      }
      if (holder && !holder.confirmed) await askToConfirm(services, tx, holder)
      // Each mail contains the time of its registration, so the claimant recognises the right one.
      for (const claim of await claimsOf(tx, email)) await askToConfirm(services, tx, claim)
    }),
})

function claimsOf(tx: Tx, email: string): Promise<Account[]> {
  return tx
    .select()
    .from(account)
    .where(and(sql`not ${account.holdsEmail}`, eq(account.blocked, false), sql`lower(${account.email}) = ${email}`))
    .orderBy(desc(account.createdAt))
    .limit(maxClaimsMailed)
}

async function askToConfirm(services: Services, tx: Tx, asked: Account): Promise<void> {
  const { holder } = await findAccounts(tx, asked.email, 'email')
  if (!holder || holder.id === asked.id) {
    if (await mayMail(tx, asked.email, 'confirm')) await mailConfirmation(services, tx, asked)
    return
  }
  // Administrators sign in by the command line only, so no unauthenticated call sends them mail.
  if (holder.role === 'admin' || holder.blocked || !(await mayMail(tx, holder.email, 'taken'))) return
  await services.mail.queue(tx, { to: holder.email, language: holder.language, content: emailTakenMail })
}

/** Notifies the owner of an account that its password is being guessed, at most once a day, for any tried e-mail address or name. */
export const warnOfGuessing = defineJob({
  name: 'auth.guessed',
  schema: z.object({ identifier: z.string() }),
  run: ({ identifier }, { services }) =>
    services.db.system(async (tx) => {
      const { holder } = await findAccounts(tx, identifier, 'emailOrName')
      if (!holder || holder.blocked || !(await mayMail(tx, holder.email, 'guessing'))) return
      await services.mail.queue(tx, { to: holder.email, language: holder.language, content: guessingMail })
    }),
})

const claimDays = 7

/** Hourly: deletes registrations whose e-mail address was not confirmed for a week, unless they contain data. */
export const deleteUnverifiedRegistrations = defineJob({
  name: 'auth.removeClaims',
  schema: z.object({}),
  cron: '37 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      const owning = await tablesOfMerchants(tx)
      const ownsNothing = owning.map(
        (table) => sql`not exists (select from ${sql.identifier(table)} where merchant_id = ${account.merchantId})`,
      )
      const isAlone = sql`not exists (select from account other where other.merchant_id = ${account.merchantId} and other.id <> ${account.id})`
      const expired = and(
        sql`not ${account.holdsEmail}`,
        eq(account.confirmed, false),
        lt(account.createdAt, sql`now() - make_interval(days => ${claimDays})`),
      )
      const ended = await tx
        .delete(account)
        .where(and(expired, isAlone, ...ownsNothing))
        .returning({ merchantId: account.merchantId })
      if (ended.length === 0) return
      await tx.delete(merchant).where(
        inArray(
          merchant.id,
          ended.map(({ merchantId }) => merchantId!),
        ),
      )
    }),
})

/** Hourly: deletes sessions and mailed links that ended long ago, unused challenges, and failed attempts that no longer slow the next one. */
export const deleteOldSessions = defineJob({
  name: 'auth.deleteOldSessions',
  schema: z.object({}),
  cron: '27 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(session).where(lt(session.expiresAt, sql`now() - interval '30 days'`))
      await tx.delete(accountToken).where(lt(accountToken.expiresAt, sql`now() - interval '30 days'`))
      await tx.delete(signInChallenge).where(lt(signInChallenge.expiresAt, sql`now()`))
      await tx.delete(attempt).where(lt(attempt.failedAt, sql`now() - interval '1 hour'`))
    }),
})

/** Every table with rows of a merchant, except the append-only tables about all merchants. */
async function tablesOfMerchants(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('account', 'audit_entry', 'idempotency_key')`)
  return rows.map(({ name }) => name)
}
