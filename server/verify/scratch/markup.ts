import { escapeHtml } from '#server/core/http/html.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import { type ScratchTextKey, scratchText } from '#shared/scratch/text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

// Parts of the pages about scratch codes and owners. Plain markup: they need no script.

/** `code`, `secret`: as the form or the link has sent them. */
export type ScratchPage = { language: Language; theme: Theme | undefined; code: string; secret: string }

/** Returns a function that gives a text of the page, escaped. */
export const scratchTextOf =
  ({ language }: ScratchPage) =>
  (word: ScratchTextKey): string =>
    escapeHtml(scratchText[language][word])

export const linkOf = ({ code, secret, language, theme }: ScratchPage) => ({ code, secret, language, theme })

/** A form that sends the code with further hidden fields. @param inputs markup */
export function formOf(page: ScratchPage, action: string, fields: Record<string, string>, inputs: string): string {
  const { code: a, secret: p, language, theme = '' } = page
  const hidden = Object.entries({ a, p, lang: language.slice(0, 2), theme, ...fields })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return `<form class="report-form" method="post" enctype="multipart/form-data" action="${action}">${hidden}${inputs}</form>`
}

export function framed(page: ScratchPage, inside: string): string {
  const back = `<a href="${escapeHtml(pageUrl('/verify', linkOf(page)))}">${scratchTextOf(page)('back')}</a>`
  return `<main><article class="card">${inside}<p class="report">${back}</p></article></main>`
}
