import type { Language } from '#shared/core/i18n/language.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'
import { formatDay, formatShopperText, historyText, reasonText } from '#shared/verdict/reason-text.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'
import { verifyText } from '#shared/verify/text.ts'
import { headlineText } from './headline-text.ts'
import { appearanceOf, type ResultKind, resultKindOf, type SealIcon, type Tone } from './result-kind.ts'

/** Everything that is said of a check before its facts: on the page, in its title, when it is shared and on paper. */
export interface Headline {
  standing: ResultKind
  /** Whether code and item are both without a doubt. Texts of the brand are shown only then. */
  clean: boolean
  tone: Tone
  sign: SealIcon
  headline: string
  lead: string
  /** A sentence for each rule that fired. */
  reasons: string[]
  /** What the brand says to people who have a recalled product, and since when. */
  recall: { message: string; day: string } | null
  next: string
  /** How often the code was scanned before, where nothing is wrong. */
  history: string | null
  /** The title of the document. */
  title: string
  /** For the description of the document, and what is shared with its address. */
  share: string
}
export type HeadlineInput = Pick<VerifyAnswer, 'verdict' | 'item' | 'product' | 'customization'>

/** The only place where the words of a verdict are chosen. No setting and no text of a brand is read unless both are clean. */
export function headlineOf(checked: HeadlineInput, language: Language): Headline {
  const { standing, clean, headline, lead, next } = summaryOf(checked, language)
  const { tone, sign } = appearanceOf(standing)
  const { item } = checked
  const name = clean ? checked.product?.name : undefined
  return {
    ...{ standing, clean, tone, sign, headline, lead, next },
    reasons: reasonsOf(item, language),
    recall: item?.recall ? { message: item.recall.message, day: formatDay(item.recall.at, language) } : null,
    history: clean ? historyText(item?.checks ?? 1, language) : null,
    title: `${name || headline} · ${verifyText[language].title}`,
    share: [name && `${name}:`, /[.!?]$/.test(headline) ? headline : `${headline}.`, lead].filter(Boolean).join(' '),
  }
}

/** As the call answers it: cheap, since every scan is told it. */
export function summaryOf(
  checked: HeadlineInput,
  language: Language,
): Pick<Headline, 'standing' | 'clean' | 'headline' | 'lead' | 'next'> {
  const standing = resultKindOf(checked)
  const { headline, hint, next } = headlineText[language][standing]
  if (standing !== 'genuine') return { standing, clean: false, headline, lead: hint, next }
  const { customization } = checked
  return {
    ...{ standing, clean: true, next },
    headline: customTextOr(customization?.verified_text, defaultTexts.verified_text, headline),
    lead: customTextOr(customization?.description, defaultTexts.description, hint),
  }
}

function reasonsOf(item: HeadlineInput['item'], language: Language): string[] {
  if (!item) return []
  const copied = item.copied ? [formatShopperText(language, 'copied')] : []
  return [...copied, ...item.fired.map((fired) => reasonText(fired, language))]
}
