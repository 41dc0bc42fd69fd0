import { desc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './mail-render.ts'
import { mailMessage } from './table.ts'

const shown = 100

/** The mail of a start without a mail server: a page whose links can be clicked. Absent where mail is really sent. */
export function mailboxRoutes(app: FastifyInstance): void {
  const { config, db } = app.assay
  if (config.smtpUrl) return
  const newest = () => db.read.select().from(mailMessage).orderBy(desc(mailMessage.createdAt)).limit(shown)

  app.get('/mailbox.json', { schema: { hide: true } }, async () =>
    (await newest()).map(({ id, toAddress, subject, textBody, htmlBody, createdAt }) => ({
      id,
      to: toAddress,
      subject,
      text: textBody,
      html: htmlBody,
      createdAt: createdAt.toISOString(),
    })),
  )
  app.get('/mailbox', { schema: { hide: true } }, async (_, reply) => {
    const mails = await newest()
    const articles = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.toAddress)} · <time>${mail.createdAt.toISOString()}</time></p>${linked(mail.textBody)}</article><hr>`,
    )
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><h1>Mailbox</h1>${articles.join('') || '<p>No mail yet.</p>'}</html>`
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}

function linked(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')}</p>`)
    .join('')
}
