import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, gt, inArray, sql } from '#server/core/drizzle/orm.ts'
import { defineJob, type JobQueue } from '#server/core/jobs/job-queue.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import { mailMessage } from '#server/core/table.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { renderMail } from './render-mail.ts'

/** `action` becomes a button and a plain link; `path` is one of this installation. */
export type MailText = { subject: string; paragraphs: readonly string[]; action?: { label: string; path: string } }
/** What a mail says to a reader of a language. Names are filled in once, by `textIn`, so that none is read as a template. */
export type MailContent = (language: Language, publicUrl: string) => MailText

type OutgoingMail = {
  to: string
  language: Language
  content: MailContent
  /** For mail that people can stop: an address that accepts a form, and shows a page when it is opened. */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** False if the configuration is `MAIL=off`. */
  readonly isOn: boolean
  /** Throws the problem `core.mailOff` if no mail is sent, for calls that have no use without their mail. */
  require(): void
  /** Mail is stored in the transaction of the caller, and a job sends it after the commit. Does nothing if mail is off. */
  queue(tx: Tx, letter: OutgoingMail): Promise<void>
}

export function openMailer(config: Pick<Config, 'publicUrl' | 'mail'>, jobs: JobQueue): Mailer {
  const isOn = config.mail !== 'off'
  return {
    isOn,
    require() {
      if (!isOn) throw new Problem(coreProblems.mailOff)
    },
    async queue(tx, { to, language, content, unsubscribeUrl }) {
      if (!isOn) return
      const id = randomUUID()
      const rendered = renderMail(content(language, config.publicUrl), config.publicUrl, language)
      await tx.insert(mailMessage).values({ id, toAddress: to, ...rendered, unsubscribeUrl })
      await jobs.send(tx, sendMail, { id })
    },
  }
}

/**
 * How many mails with these subjects were written to an address in the last hours. Locks the address until the commit, so that
 * concurrent callers count each other's mails.
 */
export async function countRecentMails(
  tx: Tx,
  to: string,
  subjects: readonly string[],
  hours: number,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail to ${to}`}, 0))`)
  return tx.$count(
    mailMessage,
    and(
      eq(mailMessage.toAddress, to),
      inArray(mailMessage.subject, subjects),
      gt(mailMessage.createdAt, sql`now() - make_interval(hours => ${hours})`),
    ),
  )
}

/** Timeout (ms) of the mail server. A mail that exceeds it is retried later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * A crash between the acknowledgement of the mail server and the commit sends a mail twice. If the mail server is down for less
 * than a day, no mail is lost.
 */
export const sendMail = defineJob({
  name: 'core.mail',
  schema: z.object({ id: z.uuid() }),
  concurrency: 2,
  retries: 300,
  async run({ id }, { services }) {
    const { config, db } = services
    const [mail] = await db.system((tx) => tx.select().from(mailMessage).where(eq(mailMessage.id, id)))
    if (mail?.state !== 'queued') return
    if (config.smtpUrl) await deliver(config.smtpUrl, config.mailFrom, mail)
    const outcome = config.smtpUrl ? { state: 'sent' as const, sentAt: new Date() } : { state: 'kept' as const }
    await db.system((tx) => tx.update(mailMessage).set(outcome).where(eq(mailMessage.id, id)))
  },
  async gaveUp({ id }, { services, failure }) {
    const isQueued = and(eq(mailMessage.id, id), eq(mailMessage.state, 'queued'))
    await services.db.system((tx) => tx.update(mailMessage).set({ state: 'failed', error: failure }).where(isQueued))
  },
})

/** Mail programs show a button, which sends a form to the address (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Addresses are passed as objects, so that no header is parsed and a stored text cannot name a second recipient. */
async function deliver(
  smtpUrl: string,
  from: Config['mailFrom'],
  mail: typeof mailMessage.$inferSelect,
): Promise<void> {
  requireNoTransaction('SMTP')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.toAddress },
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
      messageId: `<${mail.id}@assay>`,
      ...(mail.unsubscribeUrl && { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
    })
  } finally {
    transport.close()
  }
}
