import { escapeHtml } from '#server/core/http/html.ts'
import type { PlainPage } from '#server/page/service.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type ExternalLinkTextKey, externalLinkText } from '#shared/verify/external-link-text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

type From = { code: string; secret: string; language: Language; theme?: 'light' | 'dark' | 'bnw' | undefined }

/**
 * Shows the destination of a link that is not approved, and lets the shopper decide. The host is shown in the form
 * that browsers request.
 */
export function renderLeavePage(from: From, url: string): PlainPage {
  const { language, theme } = from
  const { host } = new URL(url)
  const text = (word: ExternalLinkTextKey) => escapeHtml(fill(externalLinkText[language][word], { host }))
  const link = `<a class="button" href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${text('leave')}</a>`
  const back = `<a href="${escapeHtml(pageUrl('/verify', from))}">${text('back')}</a>`
  const content =
    `<main><article class="card"><h1>${text('title')}</h1><p class="destination">${escapeHtml(host)}</p>` +
    `<p class="mono">${escapeHtml(url)}</p><p>${text('lead')} ${text('advice')}</p>` +
    `<p class="link-button">${link}</p><p class="report">${back}</p></article></main>`
  return { language, theme, title: externalLinkText[language].title, content }
}
