import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { Verdict } from './contract.ts'

/**
 * What a check comes to, from the state of the code and the verdict of the item together. `genuine` is the only clean one.
 * - used_up: the brand marked the item as used · past_date: its shelf life is over
 * - expired: the brand no longer maintains the code · unassessed: the history of the code is not known
 */
export const standings = [
  'genuine',
  'caution',
  'used_up',
  'past_date',
  'suspected_copy',
  'recalled',
  'expired',
  'not_active',
  'unknown',
  'unassessed',
] as const
export type Standing = (typeof standings)[number]

/** The two things that a standing is made of. */
export type Judged = { verdict: Verdict; item: ItemVerdict | null }

/** A recall comes before everything else; a code that cannot be verified before what is known of its item. */
export function standingOf({ verdict, item }: Judged): Standing {
  if (item?.recall) return 'recalled'
  if (verdict !== 'genuine') return verdict
  if (!item) return 'unassessed'
  if (item.level === 'suspected_copy') return 'suspected_copy'
  const rules = item.fired.map(({ rule }) => rule)
  if (rules.includes('consumed')) return 'used_up'
  if (rules.length > 0) return rules.every((rule) => rule === 'expired') ? 'past_date' : 'caution'
  return item.level === 'caution' ? 'caution' : 'genuine'
}

/** Only then may the page show what the brand wrote, and say that the product is genuine. */
export const isClean = (judged: Judged): boolean => standingOf(judged) === 'genuine'

/** Where something is wrong with an item that the brand put on the market. */
export const tellsContact = (standing: Standing): boolean =>
  ['caution', 'used_up', 'past_date', 'suspected_copy', 'recalled'].includes(standing)

/** The color of the page: `pass` green, `wait` amber, `fail` red. */
export type Tone = 'pass' | 'wait' | 'fail'
/** The sign in the seal, so that nothing is said by color alone. */
export type Sign = 'tick' | 'attention' | 'clock' | 'cross' | 'question'

export const looks: Readonly<Record<Standing, { tone: Tone; sign: Sign }>> = {
  genuine: { tone: 'pass', sign: 'tick' },
  caution: { tone: 'wait', sign: 'attention' },
  used_up: { tone: 'wait', sign: 'attention' },
  past_date: { tone: 'wait', sign: 'clock' },
  suspected_copy: { tone: 'fail', sign: 'attention' },
  recalled: { tone: 'fail', sign: 'cross' },
  expired: { tone: 'wait', sign: 'clock' },
  not_active: { tone: 'wait', sign: 'clock' },
  unknown: { tone: 'fail', sign: 'question' },
  unassessed: { tone: 'wait', sign: 'question' },
}
