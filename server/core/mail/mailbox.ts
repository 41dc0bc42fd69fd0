import type { FastifyInstance, FastifyRequest } from 'fastify'
import { desc, sql } from '#server/core/drizzle/orm.ts'
import { escapeHtml } from '#server/core/http/html.ts'
import { isFromThisMachine } from '#server/core/network/loopback.ts'
import { mailMessage } from '#server/core/table.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

const maxShown = 100

/**
 * The mailbox page of a development start, with links, for browsers on this machine only. Other callers get 404. It never
 * contains mail of an administrator: the links of administrators come only from the command line.
 */
export function mailboxRoutes(app: FastifyInstance): void {
  const { config, db } = app.assay
  if (config.mail !== 'mailbox') return
  const onRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request.raw)) throw new Problem(coreProblems.notFound)
  }
  const newest = () =>
    db.read
      .select()
      .from(mailMessage)
      .where(
        sql`not exists (select from account where role = 'admin' and lower(email) = lower(${mailMessage.toAddress}))`,
      )
      .orderBy(desc(mailMessage.createdAt))
      .limit(maxShown)

  app.get('/mailbox.json', { schema: { hide: true }, onRequest }, async (_, reply) => {
    const mails = (await newest()).map(({ id, toAddress, subject, textBody, htmlBody, createdAt }) => ({
      id,
      to: toAddress,
      subject,
      text: textBody,
      html: htmlBody,
      createdAt: createdAt.toISOString(),
    }))
    return reply.header('cache-control', 'no-store').send(mails)
  })
  app.get('/mailbox', { schema: { hide: true }, onRequest }, async (_, reply) => {
    const articles = (await newest()).map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.toAddress)} · <time>${mail.createdAt.toISOString()}</time></p>${paragraphsWithLinks(mail.textBody)}</article><hr>`,
    )
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><h1>Mailbox</h1>${articles.join('') || '<p>No mail yet.</p>'}</html>`
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}

function paragraphsWithLinks(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')}</p>`)
    .join('')
}
