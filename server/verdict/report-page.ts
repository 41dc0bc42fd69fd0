import { escapeHtml } from '#server/core/http/html.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { outcomeAttribute, type ReportOutcome } from '#shared/verdict/report-outcome.ts'
import { type ReportTextKey, reportLimits, reportText } from '#shared/verdict/report-text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

export type ReportForm = { shop: string; place: string; note: string }
/** The brand and the product of the code; undefined for an unknown code. */
type Brand = { name: string; product: string } | undefined
/** `theme`: the one that the shopper chose on the page before. */
type Page = { language: Language; theme?: string | undefined; code: string; secret: string; brand?: Brand }

/** Plain markup: a shopper's phone may have no script, and a photo, two fields and a button need none. */
export function formMarkup(
  { language, theme, code, secret, brand }: Page,
  written: ReportForm,
  problem?: ReportTextKey,
): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[language][word])
  const label = (name: string, word: ReportTextKey) => `<label for="${name}">${text(word)}</label>`
  const line = (name: 'shop' | 'place') =>
    `${label(name, name)}<input id="${name}" name="${name}" maxlength="${reportLimits[name]}" value="${escapeHtml(written[name])}">`
  const hiddenFields = Object.entries({ a: code, p: secret, lang: language.slice(0, 2), ...(theme && { theme }) })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return (
    frame(
      `${brandHeader(brand)}<h1>${text('title')}</h1><p>${text('intro')}</p>
    ${problem ? `<section class="band caution" role="alert"><p>${text(problem)}</p></section>` : ''}
    <form class="report-form" data-sending="${text('sending')}" data-unsent="${text('unsent')}" method="post" enctype="multipart/form-data" action="/verify/report">${hiddenFields}
    ${label('photo', 'photo')}<input id="photo" name="photo" type="file" accept="image/jpeg,image/png">
    <button type="button" class="camera" hidden>${text('takePhoto')}</button>
    ${line('shop')}${line('place')}
    ${label('note', 'note')}<textarea id="note" name="note" rows="4" maxlength="${reportLimits.note}">${escapeHtml(written.note)}</textarea>
    <button type="submit">${text('send')}</button></form>${backLink({ language, theme, code, secret })}`,
      problem && (problem === 'tooMany' ? 'tooMany' : 'rejected'),
    ) + keptTemplate({ language, code, secret, brand })
  )
}

/** Shown by the script when there is no connection, or when the server is busy. */
function keptTemplate(page: Page): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[page.language][word])
  return `<template id="kept">${frame(`${brandHeader(page.brand)}<h1>${text('kept')}</h1><p>${text('keptHint')}</p>`)}</template>`
}

function brandHeader(brand: Brand): string {
  if (!brand) return ''
  return `<div class="toolbar"><span class="brand">${escapeHtml(brand.name)}</span><span>${escapeHtml(brand.product)}</span></div>`
}

export function thanksMarkup(page: Page, reference: string, isWithoutPhoto: boolean): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[page.language][word])
  return frame(
    `${brandHeader(page.brand)}<h1>${text('thanks')}</h1><p>${text('reference')}</p><p class="reference">${escapeHtml(reference)}</p>
    <p>${text('keep')}</p>${isWithoutPhoto ? `<p>${text('noPhoto')}</p>` : ''}${backLink(page)}`,
    'done',
  )
}

export function unknownMarkup(page: Page): string {
  const text = (word: ReportTextKey) => escapeHtml(reportText[page.language][word])
  return frame(`<h1>${text('title')}</h1><p>${text('unknown')}</p>${backLink(page)}`, 'done')
}

/** A problem for which the form is not known. */
export function problemMarkup(language: Language, reason: string): string {
  const { title } = reportText[language]
  return frame(
    `<h1>${escapeHtml(title)}</h1><section class="band caution" role="alert"><p>${escapeHtml(reason)}</p></section>`,
  )
}

function backLink(page: Page): string {
  const back = escapeHtml(reportText[page.language].back)
  return `<p class="report"><a href="${escapeHtml(pageUrl('/verify', page))}">${back}</a></p>`
}

/** `outcome`: the script decides by it what becomes of a report that waited on the device. */
const frame = (inside: string, outcome?: ReportOutcome) =>
  `<main${outcome ? ` ${outcomeAttribute}="${outcome}"` : ''}><article class="card">${inside}</article></main>`
