import type { FastifyReply, FastifyRequest } from 'fastify'
import { asProblem, languageOf } from '#server/core/http/errors.ts'
import { escapeHtml } from '#server/core/http/html.ts'
import type { FieldIssue } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type InvalidLinkTextKey, invalidLinkText } from '#shared/verify/invalid-link-text.ts'
import { pageBundle } from './page/bundle.ts'
import { type Document, sendDocument } from './page/document.ts'

export type PlainPage = { language: Language; theme?: Document['theme']; title: string; content: string }

/** A page of plain markup in the dress of the shopper's page, without a script. */
export async function sendPlainPage(reply: FastifyReply, page: PlainPage): Promise<FastifyReply> {
  const { language, theme, title, content } = page
  const { css } = await pageBundle()
  return sendDocument(reply, { bundle: { css }, lang: language.slice(0, 2), theme, title, content, framedBy: "'none'" })
}

/**
 * Answers people who opened an address that is wrong with a page that names the wrong parts of it. Everything else that was
 * thrown is thrown on.
 */
export function sendValidationPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { kind, details } = asProblem(error)
  const issues = details.issues as FieldIssue[] | undefined
  if (!issues) throw error
  const language = languageOf(request)
  const say = (word: InvalidLinkTextKey) => escapeHtml(invalidLinkText[language][word])
  // Nobody who scans a code is helped by what exactly is wrong with a part of its address.
  const parts = issues.map(({ path }) => `<strong>${escapeHtml(path)}</strong>`)
  const content =
    `<main><article class="card"><h1>${say('title')}</h1><p>${say('lead')}</p>` +
    `<p>${say('parts')} ${parts.join(', ')}</p>` +
    `<p class="link-button"><a class="button" href="/verify">${say('again')}</a></p></article></main>`
  return sendPlainPage(reply.status(kind.status), { language, title: invalidLinkText[language].title, content })
}
