import type { RuleName, TriggeredRule } from '#shared/verdict/rules.ts'
import { visitFeatures } from '#shared/verdict/score/features.ts'
import { reasonsOf, scoreOf } from '#shared/verdict/score/score.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import { dayOf, type LoggedVisit, type VisitLog } from '#shared/verdict/visits/visit-log.ts'
import { findImpossibleTravel } from './impossible-travel.ts'
import { capMainNetwork, countWithCap, leaveOneNetworkOut, limitPerNetwork } from './network-limits.ts'
import { leaveOneBurstOut } from './one-burst.ts'

/** Rules that assess visits. The other rules repeat statements of the brand. */
export const visitRules = ['visitors', 'travel', 'market'] as const satisfies RuleName[]
export type VisitRule = (typeof visitRules)[number]

/**
 * The weight of the visits for a rule, with the facts of its sentence. The rule fires when the weight reaches its
 * threshold.
 */
export type Evidence = {
  /** The score of the rule `visitors`, otherwise a number of pairs or shoppers. */
  weight: number
  /** The leave-one-out weight: the smallest weight without the visits of any one network; absent while it has no effect. */
  rest?: number
  /** The smallest number of days with visits, without those of any one network; absent while it has no effect. */
  days?: number
  fired: TriggeredRule
}

/** The thresholds of a code: the score from which on there is a warning, and the settings of its SKU. */
export type Thresholds = { score: number; settings: VerdictSettings }

/** Days with pairs of visits that no traveller can make. A pair can be an error of two locations. */
const impossibleDays = 3
/** Days with visits before any rule fires: buyers of copies come on different days, and an attack is often one of hours. */
export const evidenceDays = 3

export const thresholdOf: Record<VisitRule, (thresholds: Thresholds) => number> = {
  visitors: ({ score }) => score,
  travel: () => impossibleDays,
  market: ({ settings: { markets, strangers } }) => (markets.length > 0 ? strangers : Number.POSITIVE_INFINITY),
}

/** Evidence whose `rest` and `days` are expensive and are computed on demand. Only the score has them. */
export type LazyEvidence = Pick<Evidence, 'weight' | 'fired'> & { remaining?: () => { rest: number; days: number } }

/** Returns evidence of a rule whose threshold is reached. @param since minute from which visits count */
export function evidenceOf(
  rule: VisitRule,
  { visits, checks }: VisitLog,
  since: number,
  thresholds: Thresholds,
): LazyEvidence | undefined {
  // Checked before the expensive steps: most codes have visits on fewer days.
  if (visits.length < evidenceDays) return undefined
  const recent = visits.filter(({ minute }) => minute > since)
  if (countDays(recent) < evidenceDays) return undefined
  const found = ruleEvaluators[rule](recent, thresholds, checks)
  if (!found || found.weight < thresholdOf[rule](thresholds)) return undefined
  return { ...found, fired: found.fired() }
}

type RuleEvaluation = Omit<LazyEvidence, 'fired'> & { fired: () => TriggeredRule }
/** Undefined without any weight. */
type RuleEvaluator = (recent: LoggedVisit[], thresholds: Thresholds, checks: number) => RuleEvaluation | undefined

const ruleEvaluators: Record<VisitRule, RuleEvaluator> = {
  visitors(recent, { score }, checks) {
    const limited = limitPerNetwork(recent)
    const counted = countedVisits(limited)
    // Most histories do not reach the threshold with all their visits.
    if (!counted || weigh(counted) < score) return undefined
    const features = visitFeatures(leaveOneBurstOut(counted, weigh))
    return {
      weight: scoreOf(features),
      remaining: () => ({
        rest: leaveOneNetworkOut(limited, (some) => weigh(leaveOneBurstOut(capMainNetwork(some), weigh))),
        days: leaveOneNetworkOut(limited, countDays),
      }),
      fired: () => ({
        rule: 'visitors',
        checks,
        people: new Set(counted.map(({ phone }) => phone)).size,
        countries: countriesOf(recent).length,
        days: countDays(recent),
        reasons: reasonsOf(features),
      }),
    }
  },
  travel(recent) {
    const pairs = findImpossibleTravel(recent)
    const fired = () => {
      const { from, to, km, minutes } = pairs.at(-1)!
      return { rule: 'travel' as const, from, to, km, minutes }
    }
    return { weight: new Set(pairs.map(({ day }) => day)).size, fired }
  },
  market(recent, { settings: { markets, strangers } }) {
    const outside = limitPerNetwork(
      firstOfPhones(recent.filter(({ country }) => country !== '' && !markets.includes(country))),
    )
    const fired = () => ({ rule: 'market' as const, countries: countriesOf(outside), people: outside.length })
    return { weight: countWithCap(outside, Math.max(1, strangers - 1)), fired }
  },
}

/** The visits that the score counts; undefined while they are on too few days. */
function countedVisits(limited: readonly LoggedVisit[]): readonly LoggedVisit[] | undefined {
  const counted = capMainNetwork(limited)
  return countDays(counted) < evidenceDays ? undefined : counted
}

/** The score of the visits after a minute, as the rule `visitors` weighs them; undefined while they are on too few days. */
export function scoreOfVisits(visits: readonly LoggedVisit[], since: number): number | undefined {
  const counted = countedVisits(limitPerNetwork(visits.filter(({ minute }) => minute > since)))
  return counted && weigh(leaveOneBurstOut(counted, weigh))
}

const weigh = (visits: readonly LoggedVisit[]): number => scoreOf(visitFeatures(visits))

/** One visit of each phone. */
const firstOfPhones = (visits: readonly LoggedVisit[]): LoggedVisit[] => {
  const phones = new Set<number>()
  return visits.filter(({ phone }) => !phones.has(phone) && phones.add(phone))
}

const countDays = (visits: readonly LoggedVisit[]): number => new Set(visits.map(({ minute }) => dayOf(minute))).size

export function countriesOf(visits: readonly LoggedVisit[]): string[] {
  return [...new Set(visits.map(({ country }) => country).filter(Boolean))].sort()
}
