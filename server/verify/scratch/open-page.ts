import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#server/core/http/html.ts'
import type { OpenResult } from '#shared/scratch/contract.ts'
import { claimedText, openingText } from '#shared/scratch/opening-text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'
import { formOf, framed, linkOf, type ScratchPage, scratchTextOf } from './markup.ts'

/** The result of an opening, with the claim of an item without an owner. */
export function openedMarkup(page: ScratchPage, { outcome, opening }: OpenResult, scratch: string): string {
  const text = scratchTextOf(page)
  const sentence = `<p>${escapeHtml(openingText(opening, page.language))}</p>`
  const owner = opening.claimedAt
    ? `<p>${escapeHtml(claimedText(opening.claimedAt, page.language))}</p>`
    : claimMarkup(page, scratch)
  if (outcome === 'first') return framed(page, `<h1>${text('first')}</h1><p>${text('firstHint')}</p>${owner}`)
  if (outcome === 'own') return framed(page, `<h1>${text('own')}</h1>${sentence}${owner}`)
  const report = `<p class="link-button"><a class="button" href="${escapeHtml(pageUrl('/verify/report', linkOf(page)))}">${text('report')}</a></p>`
  return framed(page, `<h1>${text('before')}</h1>${sentence}<p>${text('beforeHint')}</p>${report}${owner}`)
}

function claimMarkup(page: ScratchPage, scratch: string): string {
  const text = scratchTextOf(page)
  const form = formOf(
    page,
    '/verify/claim',
    { scratch, key: randomUUID() },
    `<button type="submit">${text('claim')}</button>`,
  )
  return `<section class="scratch"><h2>${text('claimTitle')}</h2><p>${text('claimHint')}</p>${form}</section>`
}

/** The form with what was typed, below the problem. */
export function openFormMarkup(page: ScratchPage, problem: string, typed: string): string {
  const text = scratchTextOf(page)
  const inputs = `<label for="scratch">${text('label')}</label>
    <input id="scratch" name="scratch" maxlength="100" value="${escapeHtml(typed)}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="scratch-hint" required>
    <p class="hint" id="scratch-hint">${text('hint')}</p><button type="submit">${text('check')}</button>`
  return framed(page, `<h1>${text('title')}</h1>${problemBand(problem)}${formOf(page, '/verify/open', {}, inputs)}`)
}

export const problemBand = (problem: string): string =>
  `<section class="band caution" role="alert"><p>${escapeHtml(problem)}</p></section>`

/** A problem that typing the scratch code again does not solve. */
export function scratchProblemMarkup(page: ScratchPage, problem: string): string {
  return framed(page, `<h1>${scratchTextOf(page)('title')}</h1><p>${escapeHtml(problem)}</p>`)
}
