import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#server/core/http/html.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { encodeQr, svgPath } from '#shared/label/qr.ts'
import type { OwnerLink, Ownership } from '#shared/scratch/contract.ts'
import { scratchText } from '#shared/scratch/text.ts'
import { formatDay } from '#shared/verdict/reason-text.ts'
import { formOf, framed, type ScratchPage, scratchTextOf } from './markup.ts'
import { problemBand } from './open-page.ts'

/** A new link with its recovery code: they are shown only here. */
export function ownerLinkMarkup(page: ScratchPage, { link, recovery }: OwnerLink): string {
  const text = scratchTextOf(page)
  const shown = recovery.replace(/.{4}(?=.)/g, '$&-')
  return framed(
    page,
    `<h1>${text('ownerNew')}</h1><p>${text('ownerOnce')}</p>
    <section class="scratch owner-link"><h2>${text('link')}</h2><p class="mono"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>${qrOf(link, text('qr'))}
    <p class="actions scripted"><button type="button" class="plain" data-copy="${escapeHtml(link)}" data-copied="${text('copied')}">${text('copy')}</button>
    <button type="button" class="plain" data-print>${text('print')}</button><span role="status"></span></p>
    <h2>${text('recovery')}</h2><p class="reference">${shown}</p><p>${text('recoveryHint')}</p></section>`,
  )
}

function qrOf(link: string, label: string): string {
  const symbol = encodeQr(link)
  const size = symbol.modules + 8
  return `<svg class="owner-qr" viewBox="-4 -4 ${size} ${size}" role="img" aria-label="${label}"><path fill="#fff" d="M-4-4h${size}v${size}h-${size}z"/><path fill="#000" d="${svgPath(symbol)}"/></svg>`
}

/** What a holder of a link sees, and everybody else. @param secret of the link, if the page was opened by one */
export function ownershipMarkup(
  page: ScratchPage,
  { claimedAt, linkedAt, isOwner }: Ownership,
  { secret, problem, typed = '' }: { secret?: string | undefined; problem?: string; typed?: string },
): string {
  const text = scratchTextOf(page)
  if (!claimedAt) return framed(page, `<h1>${text('link')}</h1><p>${text('noOwner')}</p>`)
  const dated = (word: 'claimedOn' | 'claimedOther' | 'passedOn', at: string) =>
    `<p>${escapeHtml(fill(scratchText[page.language][word], { day: formatDay(at, page.language) }))}</p>`
  const key = randomUUID()
  if (isOwner && secret) {
    const form = formOf(page, '/verify/owner', { secret, key }, `<button type="submit">${text('transfer')}</button>`)
    const passedOn = linkedAt && linkedAt !== claimedAt ? dated('passedOn', linkedAt) : ''
    return framed(
      page,
      `<h1>${text('owner')}</h1>${dated('claimedOn', claimedAt)}${passedOn}
      <section class="scratch"><h2>${text('transferTitle')}</h2><p>${text('transferHint')}</p>${form}</section>`,
    )
  }
  const inputs = `<label for="secret">${text('recovery')}</label><input id="secret" name="secret" maxlength="100" value="${escapeHtml(typed)}" autocomplete="off" autocapitalize="characters" spellcheck="false" required>
    <button type="submit">${text('recover')}</button>`
  return framed(
    page,
    `<h1>${text('link')}</h1>${secret ? `<p><strong>${text('notOwnerLink')}</strong></p>` : ''}${dated('claimedOther', claimedAt)}
    <section class="scratch"><h2>${text('recoverTitle')}</h2>${problem ? problemBand(problem) : ''}${formOf(page, '/verify/owner', { key }, inputs)}</section>`,
  )
}
