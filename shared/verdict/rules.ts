import { z } from 'zod'
import {
  countriesOf,
  type Evidence,
  evidenceOf,
  type LazyEvidence,
  thresholdOf,
  type VisitRule,
  visitRules,
} from './evidence/evidence.ts'
import { activeWarning, type ClearedWarnings, type StoredWarnings } from './evidence/stored-warnings.ts'
import type { VerdictSettings } from './settings.ts'
import type { VisitLog } from './visits/visit-log.ts'

export const ruleNames = ['visitors', 'travel', 'market', 'consumed', 'expired'] as const
export type RuleName = (typeof ruleNames)[number]

const Moment = z.iso.datetime()
const People = { checks: z.number(), people: z.number(), countries: z.number(), days: z.number() }

/** A rule that fired, with the facts for its sentence. */
export const TriggeredRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('visitors'), ...People }),
  z.object({ rule: z.literal('travel'), from: z.string(), to: z.string(), km: z.number(), minutes: z.number() }),
  z.object({ rule: z.literal('market'), countries: z.array(z.string()), people: z.number() }),
  z.object({ rule: z.literal('consumed'), at: Moment }),
  z.object({ rule: z.literal('expired'), at: Moment }),
])
export type TriggeredRule = z.infer<typeof TriggeredRule>

export const verdictLevels = ['first', 'recognised', 'caution', 'suspected_copy'] as const
/** The confidence in the item, not in its code. */
export type VerdictLevel = (typeof verdictLevels)[number]

export type Assessment = { level: VerdictLevel; checks: number; countries: number; fired: TriggeredRule[] }
/** Evidence of the rules that fired, by rule. */
type EvidenceByRule = Partial<Record<VisitRule, Evidence>>

/** The other facts about the item. */
export type ItemState = {
  activatedAt?: Date | undefined
  consumedAt?: Date | undefined
  /** The brand found copies of this code. */
  copied?: boolean | undefined
  /** Warnings that were shown, and warnings that the brand closed as mistakes. */
  warned?: StoredWarnings | null | undefined
  cleared?: ClearedWarnings | null | undefined
}

const day = 1440
/** Days on which a suspected copy was visited, at least. */
const suspectedDays = 3

/**
 * The confidence in an item, from its visits and the other facts about it, with the rules that fired.
 *
 * @param visitLog including the present visit
 * @param now minutes since 1970
 *
 * @example
 * import { defaultSettings } from '#shared/verdict/settings.ts'
 * import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
 * const visit = { minute: 1000, visitor: 1, kind: 1, version: 1, country: 'SG', place: null, network: 1 }
 * const log = addVisit(emptyVisitLog, visit)
 * assess(log, {}, defaultSettings, 1000).level // => 'first'
 * assess(log, { consumedAt: new Date(0) }, defaultSettings, 1000).level // => 'caution'
 * assess(log, { copied: true }, defaultSettings, 1000).level // => 'suspected_copy'
 */
export function assess(visitLog: VisitLog, item: ItemState, settings: VerdictSettings, now: number): Assessment {
  return assessEvidence(visitLog, item, { settings, now }, collectEvidence(visitLog, item, settings, now))
}

/** The evidence of each rule that fires: from the stored visits, and from earlier warnings. */
export function collectEvidence(
  visitLog: VisitLog,
  item: ItemState,
  settings: VerdictSettings,
  now: number,
): EvidenceByRule {
  const { warned, cleared, consumedAt } = item
  const rules = visitRules.flatMap((rule) => {
    const since = Math.max(now - settings.days * day, cleared?.[rule] ?? 0)
    const current = evidenceOf(rule, visitLog, since, settings)
    const stored = activeWarning(rule, warned, cleared)
    const earlier = stored && stored.weight >= thresholdOf[rule](settings) ? stored : undefined
    return current || earlier ? [{ rule, seen: current, given: earlier }] : []
  })
  // What remains without any one network is expensive to compute, and only decides where the code may be a suspected copy: with a
  // second sign, or at twice the threshold.
  const signs = rules.filter(({ rule }) => rule !== 'market').length + (consumedAt ? 1 : 0)
  const evidence: EvidenceByRule = {}
  for (const { rule, seen, given } of rules) {
    const decides = signs >= 2 || (seen?.weight ?? 0) >= 2 * thresholdOf[rule](settings)
    evidence[rule] = strongerEvidence(seen, given, decides ? 2 * thresholdOf[rule](settings) : 0)
  }
  return evidence
}

/** @param enough a rest (see `Evidence`) above which a larger one does not change the result */
function strongerEvidence(seen: LazyEvidence | undefined, given: Evidence | undefined, enough: number): Evidence {
  if (!seen) return given!
  const { rest = 0, days = 0 } = given ?? {}
  return {
    fired: !given || seen.weight >= given.weight ? seen.fired : given.fired,
    weight: Math.max(seen.weight, given?.weight ?? 0),
    rest: rest < enough ? Math.max(rest, seen.rest()) : rest,
    days: days < suspectedDays && enough > 0 ? Math.max(days, seen.days()) : days,
  }
}

/** The second half of `assess`. The server needs the evidence itself: it stores new warnings with it before it shows them. */
export function assessEvidence(
  { checks, visits }: VisitLog,
  item: ItemState,
  { settings, now }: { settings: VerdictSettings; now: number },
  weighed: EvidenceByRule,
): Assessment {
  const fired = [
    ...visitRules
      .flatMap((rule) => weighed[rule]?.fired ?? [])
      .map((one) => ('checks' in one ? { ...one, checks } : one)),
    ...consumedRule(item, now),
    ...expiredRule(item, settings, now),
  ]
  return {
    level: levelOf(checks, item, settings, { fired, weighed }),
    checks,
    countries: countriesOf(visits).length,
    fired,
  }
}

/**
 * Twice the threshold, or two independent signs of more than one item, is more than a caution. Visits must show a sign, on
 * several days, also when any one network is left out. So no single network can make a code a suspected copy, nor can anybody
 * with many networks within an hour: buyers of copies come on different days.
 */
function levelOf(
  checks: number,
  item: ItemState,
  settings: VerdictSettings,
  { fired, weighed }: { fired: TriggeredRule[]; weighed: EvidenceByRule },
): VerdictLevel {
  const isConsumed = fired.some(({ rule }) => rule === 'consumed')
  const signs = [weighed.visitors, weighed.travel, isConsumed || undefined].filter((sign) => sign !== undefined)
  const remains = (rule: VisitRule) => {
    const { rest, days } = weighed[rule] ?? { rest: 0, days: 0 }
    return rest >= thresholdOf[rule](settings) && days >= suspectedDays
  }
  const isCrowd = (weighed.visitors?.weight ?? 0) >= 2 * settings.visitors && remains('visitors')
  const isAgreed = signs.length >= 2 && (remains('visitors') || remains('travel'))
  if (item.copied || isCrowd || isAgreed) return 'suspected_copy'
  if (fired.length > 0) return 'caution'
  return checks > 1 ? 'recognised' : 'first'
}

function consumedRule({ consumedAt }: ItemState, now: number): TriggeredRule[] {
  // The current minute counts.
  if (!consumedAt || consumedAt.getTime() / 60_000 >= now + 1) return []
  return [{ rule: 'consumed', at: consumedAt.toISOString() }]
}

function expiredRule({ activatedAt }: ItemState, { shelfDays }: VerdictSettings, now: number): TriggeredRule[] {
  if (!activatedAt || shelfDays === null) return []
  const at = new Date(activatedAt.getTime() + shelfDays * day * 60_000)
  return at.getTime() / 60_000 > now ? [] : [{ rule: 'expired', at: at.toISOString() }]
}
