import type { ItemVerdict } from '#shared/verdict/contract.ts'
import type { CodeStatus } from '#shared/verify/contract.ts'

/** The color of the page: `pass` green, `wait` amber, `fail` red. */
export type ResultTone = 'pass' | 'wait' | 'fail'
/** The icon in the seal, so that nothing is expressed by color alone. */
export type SealIcon = 'tick' | 'attention' | 'clock' | 'cross' | 'question'
/**
 * `contact`: something is wrong with an item that the brand put on the market, so the page shows the brand's contact.
 */
type ResultAppearance = { tone: ResultTone; sign: SealIcon; contact: boolean }

/**
 * The result of a check, from the status of the code and the verdict of the item. `genuine` is the only result without
 * doubt.
 * - used_up: the brand marked the item as used · past_date: its shelf life is over
 * - expired: the brand no longer maintains the code · unassessed: the history of the code is not known
 */
const appearances = {
  genuine: { tone: 'pass', sign: 'tick', contact: false },
  caution: { tone: 'wait', sign: 'attention', contact: true },
  used_up: { tone: 'wait', sign: 'attention', contact: true },
  past_date: { tone: 'wait', sign: 'clock', contact: true },
  suspected_copy: { tone: 'fail', sign: 'attention', contact: true },
  recalled: { tone: 'fail', sign: 'cross', contact: true },
  expired: { tone: 'wait', sign: 'clock', contact: true },
  not_active: { tone: 'wait', sign: 'clock', contact: true },
  unknown: { tone: 'fail', sign: 'question', contact: false },
  damaged: { tone: 'wait', sign: 'question', contact: false },
  unassessed: { tone: 'wait', sign: 'question', contact: false },
} satisfies Record<string, ResultAppearance>
export type ResultKind = keyof typeof appearances
export const resultKinds = Object.keys(appearances) as ResultKind[]
export const appearanceOf = (standing: ResultKind): ResultAppearance => appearances[standing]

/** The two inputs of a result. */
type ResultInput = { verdict: CodeStatus; item: ItemVerdict | null }

/** A recall has priority over everything else, and the status of an invalid code over its item. */
export function resultKindOf({ verdict, item }: ResultInput): ResultKind {
  if (item?.recall) return 'recalled'
  if (verdict !== 'genuine') return verdict
  if (!item) return 'unassessed'
  if (item.level === 'suspected_copy') return 'suspected_copy'
  const rules = item.fired.map(({ rule }) => rule)
  if (rules.includes('consumed')) return 'used_up'
  if (rules.length > 0) return rules.every((rule) => rule === 'expired') ? 'past_date' : 'caution'
  return item.level === 'caution' ? 'caution' : 'genuine'
}

/** Whether the page may show the brand's content. */
export const isGenuineResult = (judged: ResultInput): boolean => resultKindOf(judged) === 'genuine'
