import { escapeHtml } from '#server/core/http/html.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import type { OpenResult } from '#shared/scratch/contract.ts'
import { openingText } from '#shared/scratch/opening-text.ts'
import { type ScratchTextKey, scratchText } from '#shared/scratch/text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

/** `code`, `secret`: as the form has sent them. */
export type ScratchPage = { language: Language; theme: Theme | undefined; code: string; secret: string }

/** The result of an opening. */
export function openedMarkup(page: ScratchPage, { outcome, opening }: OpenResult): string {
  const text = textOf(page)
  const sentence = `<p>${escapeHtml(openingText(opening, page.language))}</p>`
  if (outcome === 'first') return frame(page, `<h1>${text('first')}</h1><p>${text('firstHint')}</p>`)
  if (outcome === 'own') return frame(page, `<h1>${text('own')}</h1>${sentence}`)
  const report = `<p class="to-do"><a href="${escapeHtml(pageUrl('/verify/report', linkOf(page)))}">${text('report')}</a></p>`
  return frame(page, `<h1>${text('before')}</h1>${sentence}<p>${text('beforeHint')}</p>${report}`)
}

/** The form with what was typed, below the problem. */
export function openFormMarkup(page: ScratchPage, problem: string, typed: string): string {
  const text = textOf(page)
  const { code: a, secret: p, language, theme = '' } = page
  const hidden = Object.entries({ a, p, lang: language.slice(0, 2), theme })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return frame(
    page,
    `<h1>${text('title')}</h1><section class="band caution" role="alert"><p>${escapeHtml(problem)}</p></section>
    <form class="report-form" method="post" enctype="multipart/form-data" action="/verify/open">${hidden}
    <label for="scratch">${text('label')}</label>
    <input id="scratch" name="scratch" maxlength="100" value="${escapeHtml(typed)}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="scratch-hint" required>
    <p class="hint" id="scratch-hint">${text('hint')}</p><button type="submit">${text('check')}</button></form>`,
  )
}

/** A problem that typing the scratch code again does not solve. */
export function scratchProblemMarkup(page: ScratchPage, problem: string): string {
  return frame(page, `<h1>${textOf(page)('title')}</h1><p>${escapeHtml(problem)}</p>`)
}

const textOf =
  ({ language }: ScratchPage) =>
  (word: ScratchTextKey) =>
    escapeHtml(scratchText[language][word])

const linkOf = ({ code, secret, language, theme }: ScratchPage) => ({ code, secret, language, theme })

function frame(page: ScratchPage, inside: string): string {
  const back = `<a href="${escapeHtml(pageUrl('/verify', linkOf(page)))}">${textOf(page)('back')}</a>`
  return `<main><article class="card">${inside}<p class="report">${back}</p></article></main>`
}
