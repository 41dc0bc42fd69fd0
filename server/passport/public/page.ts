import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/core/http/html.ts'
import { type Document, pageBundle, sendDocument } from '#server/page/service.ts'
import { countryName } from '#shared/core/i18n/country-name.ts'
import type { PlainTextKey } from '#shared/core/i18n/define-text.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { passportPathOf } from '#shared/gs1/passport-path.ts'
import type { AccessTier, PassportPoint } from '#shared/passport/contract.ts'
import { passportPageText } from '#shared/passport/page-text.ts'
import { itemPoints, namedBy, readableSections, type ShownPassport } from './documents.ts'
import { issuerPath } from './signing.ts'

type Look = { language: Language; theme: Document['theme']; isNewest: boolean }
type Word = PlainTextKey<typeof passportPageText>

const style = `
main { padding-bottom: 2rem; }
.kind { margin: 0; color: var(--soft); font-size: 0.875rem; }
.revoked, .newer { margin: 1rem 0 0; padding: 0.75rem 1rem; border: 1px solid var(--wait); border-left-width: 6px; border-radius: 3px; }
.revoked { border-color: var(--fail); font-weight: 600; }
.lead + .details, h1 + .details, .revoked + .details, .newer + .details { margin-top: 1.25rem; }
dd .tier { display: inline-block; margin-left: 0.4rem; padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: 0.75rem; white-space: nowrap; }
dd .restricted { border-color: var(--wait); color: var(--wait); }
.hidden-points p { margin: 0.25rem 0; }
.data-links { margin: 0; padding: 0; list-style: none; }
.data-links a { display: inline-block; padding: 0.35rem 0; }`

/** The page of a passport, which needs no script. */
export async function sendPassportPage(reply: FastifyReply, shown: ShownPassport, look: Look): Promise<FastifyReply> {
  const { published, tier } = shown
  const { content, version } = published
  const { language, theme, isNewest } = look
  const text = (word: Word, values = {}) => escapeHtml(fill(passportPageText[language][word], values))
  const link = (query: string, label: string) =>
    `<a href="${escapeHtml(passportPathOf(namedBy(published)) + query)}">${label}</a>`
  const sections = readableSections(content.sections, tier).map(
    ({ title, points }) =>
      `<h2>${escapeHtml(title)}</h2><dl class="details">${points.map((point) => rowOf(point, text)).join('')}</dl>`,
  )
  const own = itemPoints(shown).map((point) => rowOf(point, text))
  const ofItem = own.length === 0 ? '' : `<h2>${text('ofItem')}</h2><dl class="details">${own.join('')}</dl>`
  const markup =
    `<main><article class="card"><p class="kind">${text('kind')}</p><h1>${escapeHtml(content.product.name)}</h1>` +
    (content.description ? `<p class="lead">${escapeHtml(content.description)}</p>` : '') +
    (published.revokedAt ? `<p class="revoked" role="status">${text('revoked')}</p>` : '') +
    (isNewest ? '' : `<p class="newer">${text('newer')} ${link('', text('showNewest'))}</p>`) +
    `<dl class="details">${factsOf(shown, language, text)}</dl>${sections.join('')}${ofItem}${hiddenOf(shown, text)}` +
    `<h2>${text('dataTitle')}</h2><ul class="data-links">` +
    `<li>${link(`?version=${version}&format=json`, text('json'))}</li>` +
    `<li>${link(`?version=${version}&format=jwt`, text('credential'))}</li>` +
    `<li><a href="${issuerPath(published.merchantId)}/did.json">${text('didDocument')}</a></li>` +
    (version > 1 ? `<li>${link(`?version=${version - 1}`, text('showEarlier', { version: version - 1 }))}</li>` : '') +
    '</ul></article></main>'
  return sendDocument(reply, {
    bundle: { css: (await pageBundle()).css },
    lang: language.slice(0, 2),
    theme,
    style,
    title: `${content.product.name} · ${passportPageText[language].kind}`,
    content: markup,
    framedBy: "'none'",
  })
}

type Fill = (word: Word, values?: Record<string, unknown>) => string

const row = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`

function rowOf({ name, value, unit, tier }: PassportPoint, text: Fill): string {
  const mark = `<span class="tier${tier === 'public' ? '' : ' restricted'}">${text(tier)}</span>`
  return row(escapeHtml(name), `${escapeHtml(unit === '' ? value : `${value} ${unit}`)} ${mark}`)
}

function factsOf({ published }: ShownPassport, language: Language, text: Fill): string {
  const { content, gtin, lot, item, version, publishedAt } = published
  const { product, category, facility, country, issuer } = content
  const locale = language === 'ruRU' ? 'ru' : 'en'
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(publishedAt)
  const facts: [Word, string][] = [
    ['brand', product.brand],
    ['gtin', gtin],
    ['model', product.sku],
    ...(lot === '' ? [] : ([['lot', lot]] satisfies [Word, string][])),
    ...(item === undefined ? [] : ([['serial', item.serial]] satisfies [Word, string][])),
    ['category', `${category.name} (${category.schemeName}: ${category.code})`],
    ['facility', `${facility.name}\n${facility.id}`],
    ['country', countryName(country, locale) ?? country],
    ['issuer', issuer],
  ]
  return (
    facts.map(([word, value]) => row(text(word), escapeHtml(value))).join('') +
    row(text('version'), text('versionOf', { version, date }))
  )
}

/** What others can read: how much, but not what. */
function hiddenOf({ published, tier }: ShownPassport, text: Fill): string {
  const points = readableSections(published.content.sections, 'authority').flatMap((section) => section.points)
  const countOf = (restricted: AccessTier) => points.filter((point) => point.tier === restricted).length
  const counts = { legitimate: countOf('legitimate'), authority: countOf('authority') }
  const lines = [
    ...(tier === 'public' && counts.legitimate > 0 ? [text('hiddenLegitimate', { count: counts.legitimate })] : []),
    ...(tier !== 'authority' && counts.authority > 0 ? [text('hiddenAuthority', { count: counts.authority })] : []),
  ]
  if (lines.length === 0) return ''
  return `<section class="hidden-points"><h2>${text('hiddenTitle')}</h2>${[...lines, text('howToRead')]
    .map((line) => `<p>${line}</p>`)
    .join('')}</section>`
}
