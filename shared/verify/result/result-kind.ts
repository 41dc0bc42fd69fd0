import type { TapState } from '#shared/nfc/tap-state.ts'
import type { ShownOpening } from '#shared/scratch/contract.ts'
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
 * The result of a check, from the status of the code, the verdict of the item, the tap of its NFC tag and the opening of its scratch
 * code. `genuine` and `tapped` are the only results without doubt.
 * - opened: genuine, but somebody checked the scratch code before; only the shopper knows whether it was the shopper
 * - tapped: the genuine tag was tapped just now · tap_again: the link of a tap was opened before · tap_refused: the tag is not that of
 *   the code
 * - used_up: the brand marked the item as used · past_date: its shelf life is over
 * - expired: the brand no longer maintains the code · unassessed: the history of the code is not known
 */
const appearances = {
  genuine: { tone: 'pass', sign: 'tick', contact: false },
  tapped: { tone: 'pass', sign: 'tick', contact: false },
  opened: { tone: 'wait', sign: 'attention', contact: true },
  tap_again: { tone: 'wait', sign: 'attention', contact: true },
  tap_refused: { tone: 'fail', sign: 'cross', contact: false },
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

/** The inputs of a result. */
type ResultInput = {
  verdict: CodeStatus
  item: ItemVerdict | null
  tap?: TapState | null
  scratch?: { opening: Pick<ShownOpening, 'isOwn'> | null } | null
}

/**
 * A recall has priority over everything else, and the status of an invalid code over its item. A tapped tag outweighs only the
 * suspicion that the code was copied: the tag cannot be.
 */
export function resultKindOf({ verdict, item, tap, scratch }: ResultInput): ResultKind {
  if (tap === 'invalid' || tap === 'otherCode') return 'tap_refused'
  const kind = itemKindOf({ verdict, item })
  if (tap === 'again') return kind === 'genuine' ? 'tap_again' : kind
  if (tap === 'genuine' && (kind === 'genuine' || isOnlyAboutCopies(kind, item))) return 'tapped'
  return kind === 'genuine' && scratch?.opening?.isOwn === false ? 'opened' : kind
}

const isOnlyAboutCopies = (kind: ResultKind, item: ItemVerdict | null): boolean =>
  (kind === 'caution' || kind === 'suspected_copy') &&
  item !== null &&
  item.fired.every(({ rule }) => rule === 'visitors' || rule === 'travel')

function itemKindOf({ verdict, item }: Pick<ResultInput, 'verdict' | 'item'>): ResultKind {
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
export const isGenuineResult = (judged: ResultInput): boolean => isClean(resultKindOf(judged))

/** Whether nothing that is known speaks against code or item. Most people who see `opened` have checked the scratch code themselves. */
export const isClean = (kind: ResultKind): boolean => kind === 'genuine' || kind === 'tapped' || kind === 'opened'
