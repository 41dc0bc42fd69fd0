import { z } from 'zod'
import { evidenceDays, inWindow, sinceShipment } from './evidence/counted-visits.ts'
import {
  countriesOf,
  type Evidence,
  evidenceOf,
  type LazyEvidence,
  scoredFeatures,
  type Thresholds,
  thresholdOf,
  type VisitRule,
  visitRules,
} from './evidence/evidence.ts'
import { activeWarning, type ClearedWarnings, type StoredWarnings } from './evidence/stored-warnings.ts'
import type { Features } from './score/features.ts'
import { reasons, scoreOf } from './score/score.ts'
import { defaultThreshold, redThreshold } from './score/thresholds.ts'
import type { VerdictSettings } from './settings.ts'
import type { LoggedVisit, VisitLog } from './visits/visit-log.ts'

export const ruleNames = ['visitors', 'travel', 'market', 'consumed', 'expired'] as const
export type RuleName = (typeof ruleNames)[number]

const Moment = z.iso.datetime()
/** `people`: phones at least; `days`: different days with visits; `reasons`: what is most unusual for one item, first. */
const People = {
  checks: z.number(),
  people: z.number(),
  countries: z.number(),
  days: z.number(),
  reasons: z.array(z.enum(reasons)),
}

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
  /** When the item was first shipped. Visits before that are by people who made or packed it. */
  shippedAt?: Date | undefined
  consumedAt?: Date | undefined
  /** The brand found copies of this code. */
  copied?: boolean | undefined
  /** Warnings that were shown, and warnings that the brand closed as mistakes. */
  warned?: StoredWarnings | null | undefined
  cleared?: ClearedWarnings | null | undefined
  /** The score from which on there is a warning, if the SKU's own items set it; otherwise that of its category applies. */
  threshold?: number | undefined
}

const day = 1440

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
  const { warned, cleared } = item
  const thresholds = thresholdsOf(item, settings)
  const counted = inWindow(sinceShipment(visitLog, item.shippedAt).visits, now)
  const evidence: EvidenceByRule = {}
  for (const rule of visitRules) {
    const stored = activeWarning(rule, warned, cleared)
    const earlier = stored && stored.weight >= thresholdOf[rule](thresholds) ? stored : undefined
    const current =
      earlier && !hasGrown(visitLog, earlier)
        ? undefined
        : evidenceOf(rule, after(counted, cleared?.[rule]), thresholds, visitLog.checks)
    if (current || earlier) evidence[rule] = strongerEvidence(current, earlier)
  }
  return evidence
}

/** Visits until the brand closed a warning as a mistake do not count for its rule. */
const after = (visits: readonly LoggedVisit[], cleared = 0): readonly LoggedVisit[] =>
  cleared ? visits.filter(({ minute }) => minute > cleared) : visits

/** The share by which the visits of a code grow before its warning is weighed again. */
const growth = 0.1

/**
 * Whether the evidence of a warning is weighed again. The score of a full visit log takes several times as long as the rest of a
 * scan, the warning stays anyway, and only its facts would change.
 */
const hasGrown = ({ checks }: VisitLog, { fired }: Evidence): boolean =>
  fired.rule !== 'visitors' || checks - fired.checks >= growth * fired.checks

/** Moments of a history at which its score is calculated, at most: a full visit log would take milliseconds. */
const scoredMoments = 20

/**
 * The largest score that the history of a code has had, by which codes are compared with each other: a code that was above a
 * threshold once had a warning. Undefined before visits on three days.
 *
 * @param visits since the item was first shipped
 */
export function largestScore(visits: readonly LoggedVisit[]): number | undefined {
  const features = strongestFeatures(visits)
  return features && scoreOf(features)
}

/** What the visits counted when their score was largest. */
export function strongestFeatures(visits: readonly LoggedVisit[]): Features | undefined {
  const step = Math.ceil(visits.length / scoredMoments)
  let strongest: Features | undefined
  for (let count = visits.length; count >= evidenceDays; count -= step) {
    const features = scoredFeatures(inWindow(visits.slice(0, count), visits[count - 1]!.minute))
    if (features && (!strongest || scoreOf(features) > scoreOf(strongest))) strongest = features
  }
  return strongest
}

const thresholdsOf = ({ threshold }: ItemState, settings: VerdictSettings): Thresholds => ({
  score: threshold ?? defaultThreshold(settings),
  settings,
})

/**
 * What remains without any one network is expensive to compute, and only decides where the score is high enough for a suspected
 * copy.
 */
function strongerEvidence(current: LazyEvidence | undefined, stored: Evidence | undefined): Evidence {
  if (!current) return stored!
  const { weight, fired, remaining } = current
  const isStronger = !stored || weight >= stored.weight
  const decides = weight >= redThreshold && !isSuspected(stored)
  return {
    ...stored,
    ...(decides && strongest(remaining?.(), stored)),
    fired: isStronger ? fired : stored.fired,
    weight: isStronger ? weight : stored.weight,
  }
}

type Remaining = Pick<Evidence, 'rest' | 'days'>
const strongest = (one: Remaining = {}, other: Remaining = {}): Remaining => ({
  rest: Math.max(one.rest ?? 0, other.rest ?? 0),
  days: Math.max(one.days ?? 0, other.days ?? 0),
})

/** The second half of `assess`. The server needs the evidence itself: it stores new warnings with it before it shows them. */
export function assessEvidence(
  visitLog: VisitLog,
  item: ItemState,
  { settings, now }: { settings: VerdictSettings; now: number },
  weighed: EvidenceByRule,
): Assessment {
  const { checks, visits } = sinceShipment(visitLog, item.shippedAt)
  const fired = [
    ...visitRules
      .flatMap((rule) => weighed[rule]?.fired ?? [])
      .map((one) => ('checks' in one ? { ...one, checks } : one)),
    ...consumedRule(item, now),
    ...expiredRule(item, settings, now),
  ]
  return {
    level: levelOf(checks, item, fired, weighed),
    checks,
    countries: countriesOf(visits).length,
    fired,
  }
}

/**
 * A score alone makes a suspected copy only where, at one copied label in a thousand, most such codes are copied
 * (docs/verdict.md), and only if it is as high, on several days, when any one network is left out. So no single network can
 * make a code a suspected copy, nor can anybody with many networks within an hour.
 */
const isSuspected = (evidence: Evidence | undefined): boolean =>
  (evidence?.rest ?? 0) >= redThreshold && (evidence?.days ?? 0) >= evidenceDays

function levelOf(
  checks: number,
  { copied }: ItemState,
  fired: readonly TriggeredRule[],
  { visitors }: EvidenceByRule,
): VerdictLevel {
  if (copied || isSuspected(visitors)) return 'suspected_copy'
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
