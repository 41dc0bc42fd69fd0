import type { Language } from '#shared/core/i18n/language.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'
import { tapText } from '#shared/nfc/tap-text.ts'
import { formatDay, historyText, reasonText } from '#shared/verdict/reason-text.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { verifyText } from '#shared/verify/text.ts'
import { damageText } from './damage-text.ts'
import { type Cause, headlineText } from './headline-text.ts'
import { appearanceOf, isClean, type ResultKind, type ResultTone, resultKindOf, type SealIcon } from './result-kind.ts'

/** All texts of a check before its facts: on the page, in its title, in link previews and in the PDF. */
export type Headline = {
  standing: ResultKind
  /** Whether nothing that is known speaks against code or item. The page of the brand is shown only then. */
  clean: boolean
  tone: ResultTone
  sign: SealIcon
  headline: string
  /** The reason in one sentence. */
  lead: string
  /** One sentence per rule that fired. */
  reasons: string[]
  /** The brand's message to people with a recalled product, and the day of the recall. */
  recall: { message: string; day: string } | null
  next: string
  /** The number of earlier scans, if nothing is wrong. */
  history: string | null
  /** The title of the document. */
  title: string
  /** For the description of the document, and for link previews. */
  share: string
}
export type HeadlineInput = Pick<VerifyResponse, 'verdict' | 'item' | 'product' | 'customization'> &
  Partial<Pick<VerifyResponse, 'damage' | 'hasPhotos' | 'tap' | 'scratch'>>

/**
 * The only place that chooses the texts of a verdict. Settings and texts of a brand are ignored unless neither code nor
 * item is in doubt.
 *
 * @example
 * headlineOf({ verdict: 'unknown', item: null, product: null, customization: null }, 'enUS').headline // => 'This code is not valid'
 */
export function headlineOf(checked: HeadlineInput, language: Language): Headline {
  const { standing, clean, headline, lead, next } = summaryOf(checked, language)
  const { tone, sign } = appearanceOf(standing)
  const { item } = checked
  const shownRules = standing === 'tapped' ? [] : (item?.fired ?? [])
  const name = clean ? checked.product?.name : undefined
  return {
    standing,
    clean,
    tone,
    sign,
    headline,
    lead,
    next,
    reasons: shownRules.map((fired) => reasonText(fired, language)),
    recall: item?.recall ? { message: item.recall.message, day: formatDay(item.recall.at, language) } : null,
    history: clean ? historyText({ checks: 1, isFirst: true, ...item }, language) : null,
    title: `${name || headline} · ${verifyText[language].title}`,
    share: [name && `${name}:`, /[.!?]$/.test(headline) ? headline : `${headline}.`, lead].filter(Boolean).join(' '),
  }
}

/** The summary in the response of the call. It is cheap, because every scan contains it. */
export function summaryOf(
  checked: HeadlineInput,
  language: Language,
): Pick<Headline, 'standing' | 'clean' | 'headline' | 'lead' | 'next'> {
  const standing = resultKindOf(checked)
  const { headline, hint: reason, hints, ...advice } = headlineText[language][standing]
  const hint =
    causesOf(checked)
      .map((cause) => hints?.[cause])
      .find(Boolean) ?? reason
  const compare = checked.hasPhotos ? advice.next : (advice.nextWithoutPhotos ?? advice.next)
  const next = isTapAdvised(standing, checked.tap) ? `${tapText[language].advice} ${compare}` : compare
  if (standing !== 'genuine') {
    const { damage } = checked
    return { standing, clean: isClean(standing), headline, lead: damage ? damageText(damage, language) : hint, next }
  }
  const { customization } = checked
  return {
    standing,
    clean: true,
    next,
    headline: customTextOr(customization?.verified_text, defaultTexts.verified_text, headline),
    lead: customTextOr(customization?.description, defaultTexts.description, hint),
  }
}

/** What may decide the reason in one sentence: the word of the brand, then the rules in their order. */
function causesOf({ item, tap }: Pick<HeadlineInput, 'item' | 'tap'>): Cause[] {
  const rules = item?.fired.map(({ rule }) => rule) ?? []
  return [...(tap === 'otherCode' ? [tap] : []), ...(item?.copied ? (['copied'] as const) : []), ...rules]
}

/** Only a tap can say more about these results. */
const isTapAdvised = (standing: ResultKind, tap: HeadlineInput['tap']): boolean =>
  tap === 'untapped' && (standing === 'genuine' || standing === 'caution' || standing === 'suspected_copy')
