import type { FastifyReply, FastifyRequest } from 'fastify'
import { asProblem, languageOf } from '#server/core/http/errors.ts'
import { escapeHtml } from '#server/core/http/html.ts'
import type { FieldIssue } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type InvalidLinkTextKey, invalidLinkText } from '#shared/verify/invalid-link-text.ts'
import { dist, type PageBundle, pageBundle, previewBundle, reportBundle } from './bundle.ts'
import { type Document, sendDocument } from './document.ts'

export { type Document, dist, type PageBundle, pageBundle, previewBundle, sendDocument }

export type PlainPage = {
  language: Language
  theme?: Document['theme']
  title: string
  content: string
  hasReportScript?: boolean
}

/** Sends a page of plain markup in the design of the shopper's page, which needs no script. */
export async function sendPlainPage(reply: FastifyReply, page: PlainPage): Promise<FastifyReply> {
  const { language, theme, title, content, hasReportScript } = page
  const bundle = hasReportScript ? await reportBundle() : { css: (await pageBundle()).css }
  return sendDocument(reply, { bundle, lang: language.slice(0, 2), theme, title, content, framedBy: "'none'" })
}

/** Responds to an invalid URL with a page that names its invalid parts. Rethrows all other errors. */
export function sendValidationPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { kind, details } = asProblem(error)
  const issues = details.issues as FieldIssue[] | undefined
  if (!issues) throw error
  const language = languageOf(request)
  const text = (word: InvalidLinkTextKey) => escapeHtml(invalidLinkText[language][word])
  // The exact problem of a part does not help a person who scans a code.
  const parts = issues.map(({ path }) => `<strong>${escapeHtml(path)}</strong>`)
  const content =
    `<main><article class="card"><h1>${text('title')}</h1><p>${text('lead')}</p>` +
    `<p>${text('parts')} ${parts.join(', ')}</p>` +
    `<p class="link-button"><a class="button" href="/verify">${text('again')}</a></p></article></main>`
  return sendPlainPage(reply.status(kind.status), { language, title: invalidLinkText[language].title, content })
}
