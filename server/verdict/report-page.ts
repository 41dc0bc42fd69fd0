import { escapeHtml } from '#server/core/http/html.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type ReportTextKey, reportLimits, reportText } from '#shared/verdict/report-text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

export type ReportForm = { shop: string; place: string; note: string }
type Page = { language: Language; code: string; secret: string }

/** Plain markup: a shopper's phone may have no script, and a photo, two fields and a button need none. */
export function formMarkup({ language, code, secret }: Page, written: ReportForm, problem?: ReportTextKey): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[language][word])
  const label = (name: string, word: ReportTextKey) =>
    `<label for="${name}">${text(word)} <small>(${text('optional')})</small></label>`
  const line = (name: 'shop' | 'place') =>
    `${label(name, name)}<input id="${name}" name="${name}" maxlength="${reportLimits[name]}" value="${escapeHtml(written[name])}">`
  const hiddenFields = Object.entries({ a: code, p: secret, lang: language.slice(0, 2) })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return frame(
    `<h1>${text('title')}</h1><p>${text('intro')}</p>
    ${problem ? `<section class="band caution" role="alert"><p>${text(problem)}</p></section>` : ''}
    <form class="report-form" method="post" enctype="multipart/form-data" action="/verify/report">${hiddenFields}
    ${label('photo', 'photo')}<input id="photo" name="photo" type="file" accept="image/jpeg,image/png" capture="environment">
    ${line('shop')}${line('place')}
    ${label('note', 'note')}<textarea id="note" name="note" rows="4" maxlength="${reportLimits.note}">${escapeHtml(written.note)}</textarea>
    <button type="submit">${text('send')}</button></form>${backLink({ language, code, secret })}`,
  )
}

export function thanksMarkup(page: Page, reference: string): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[page.language][word])
  return frame(
    `<h1>${text('thanks')}</h1><p>${text('reference')}</p><p class="reference">${escapeHtml(reference)}</p>
    <p>${text('keep')}</p>${backLink(page)}`,
  )
}

export function unknownMarkup(page: Page): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[page.language][word])
  return frame(`<h1>${text('title')}</h1><p>${text('unknown')}</p>${backLink(page)}`)
}

function backLink(page: Page): string {
  const back = escapeHtml(reportText[page.language].back)
  return `<p class="report"><a href="${escapeHtml(pageUrl('/verify', page))}">${back}</a></p>`
}

const frame = (inside: string) => `<main><article class="card">${inside}</article></main>`
