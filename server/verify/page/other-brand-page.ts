import { escapeHtml } from '#server/core/http/html.ts'
import type { PlainPage } from '#server/page/service.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { otherBrandText } from '#shared/verify/other-brand-text.ts'

/** Says that a code does not belong to the brand of this custom domain, and leads to where it opens. `at`: its page there. */
export function renderOtherBrandPage({ language, at }: { language: Language; at: string }): PlainPage {
  const texts = otherBrandText[language]
  const text = (word: keyof typeof texts) => escapeHtml(fill(texts[word], { host: new URL(at).host }))
  const content =
    `<main><article class="card"><h1>${text('title')}</h1><p>${text('lead')}</p>` +
    `<p class="link-button"><a class="button" href="${escapeHtml(at)}">${text('open')}</a></p></article></main>`
  return { language, title: texts.title, content }
}
