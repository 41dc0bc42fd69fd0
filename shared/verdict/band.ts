import type { Language } from '#shared/core/language.ts'
import type { ItemVerdict } from './contract.ts'
import { dayOf, historySentence, phrase, sentence } from './sentence.ts'

/** What stands above everything on the page, in the words of the reader. */
export interface Band {
  tone: 'recalled' | 'suspected_copy' | 'caution'
  title: string
  hint: string
  /** A sentence for each rule that fired. */
  reasons: string[]
  /** What the brand says to those who hold a recalled product, and since when. */
  message?: { text: string; day: string }
}
export interface Said {
  band: Band | null
  /** One quiet line where nothing is wrong. */
  history: string | null
}

/** Nothing a brand sets takes a band away: neither page texts nor thresholds are read here. */
export function saidOf(item: ItemVerdict | null, language: Language): Said {
  if (!item) return { band: null, history: null }
  const tone = item.recall ? 'recalled' : item.level
  if (tone === 'first' || tone === 'recognised') return { band: null, history: historySentence(item.checks, language) }
  return {
    band: {
      tone,
      title: phrase(language, tone),
      hint: phrase(language, `${tone}Hint`),
      reasons: item.fired.map((fired) => sentence(fired, language)),
      ...(item.recall && { message: { text: item.recall.message, day: dayOf(item.recall.at, language) } }),
    },
    history: null,
  }
}
