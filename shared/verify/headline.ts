import type { Language } from '#shared/core/language.ts'
import { defaultWords, ownWords } from '#shared/customization/words.ts'
import { dayOf, historySentence, phrase, sentence } from '#shared/verdict/sentence.ts'
import type { VerifyAnswer } from './contract.ts'
import { headlineText } from './headline-text.ts'
import { type Sign, type Standing, shownOf, standingOf, type Tone } from './standing.ts'
import { verifyText } from './text.ts'

/** Everything that is said of a check before its facts: on the page, in its title, when it is shared and on paper. */
export interface Headline {
  standing: Standing
  /** Whether code and item are both without a doubt. Texts of the brand are shown only then. */
  clean: boolean
  tone: Tone
  sign: Sign
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
export type Checked = Pick<VerifyAnswer, 'verdict' | 'item' | 'product' | 'customization'>

/** The only place where the words of a verdict are chosen. No setting and no text of a brand is read unless both are clean. */
export function headlineOf(checked: Checked, language: Language): Headline {
  const { standing, clean, headline, lead, next } = summaryOf(checked, language)
  const { tone, sign } = shownOf(standing)
  const { item } = checked
  const name = clean ? checked.product?.name : undefined
  return {
    ...{ standing, clean, tone, sign, headline, lead, next },
    reasons: reasonsOf(item, language),
    recall: item?.recall ? { message: item.recall.message, day: dayOf(item.recall.at, language) } : null,
    history: clean ? historySentence(item?.checks ?? 1, language) : null,
    title: `${name || headline} · ${verifyText[language].title}`,
    share: [name && `${name}:`, /[.!?]$/.test(headline) ? headline : `${headline}.`, lead].filter(Boolean).join(' '),
  }
}

/** As the call answers it: cheap, since every scan is told it. */
export function summaryOf(
  checked: Checked,
  language: Language,
): Pick<Headline, 'standing' | 'clean' | 'headline' | 'lead' | 'next'> {
  const standing = standingOf(checked)
  const { headline, hint, next } = headlineText[language][standing]
  if (standing !== 'genuine') return { standing, clean: false, headline, lead: hint, next }
  const { customization } = checked
  return {
    ...{ standing, clean: true, next },
    headline: ownWords(customization?.verified_text, defaultWords.verified_text, headline),
    lead: ownWords(customization?.description, defaultWords.description, hint),
  }
}

function reasonsOf(item: Checked['item'], language: Language): string[] {
  if (!item) return []
  const copied = item.copied ? [phrase(language, 'copied')] : []
  return [...copied, ...item.fired.map((fired) => sentence(fired, language))]
}
