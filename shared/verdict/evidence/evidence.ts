import type { RuleName, TriggeredRule } from '#shared/verdict/rules.ts'
import { type Features, visitFeatures } from '#shared/verdict/score/features.ts'
import { reasonsOf, scoreOf } from '#shared/verdict/score/score.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import type { LoggedVisit } from '#shared/verdict/visits/visit-log.ts'
import { countDays, evidenceDays, scoredVisits } from './counted-visits.ts'
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

export const thresholdOf: Record<VisitRule, (thresholds: Thresholds) => number> = {
  visitors: ({ score }) => score,
  travel: () => impossibleDays,
  market: ({ settings: { markets, strangers } }) => (markets.length > 0 ? strangers : Number.POSITIVE_INFINITY),
}

/** Evidence whose `rest` and `days` are expensive and are computed on demand. Only the score has them. */
export type LazyEvidence = Pick<Evidence, 'weight' | 'fired'> & { remaining?: () => { rest: number; days: number } }

/** Returns evidence of a rule whose threshold is reached. @param recent the visits that count */
export function evidenceOf(
  rule: VisitRule,
  recent: readonly LoggedVisit[],
  thresholds: Thresholds,
  checks: number,
): LazyEvidence | undefined {
  // Checked before the expensive steps: most codes have visits on fewer days.
  if (recent.length < evidenceDays || countDays(recent) < evidenceDays) return undefined
  const found = ruleEvaluators[rule](recent, thresholds, checks)
  if (!found || found.weight < thresholdOf[rule](thresholds)) return undefined
  return { ...found, fired: found.fired() }
}

type RuleEvaluation = Omit<LazyEvidence, 'fired'> & { fired: () => TriggeredRule }
/** Undefined without any weight. */
type RuleEvaluator = (
  recent: readonly LoggedVisit[],
  thresholds: Thresholds,
  checks: number,
) => RuleEvaluation | undefined

const ruleEvaluators: Record<VisitRule, RuleEvaluator> = {
  visitors(recent, { score }, checks) {
    const limited = limitPerNetwork(recent)
    const counted = scoredVisits(limited)
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

/**
 * The features of the visits that count, as the rule `visitors` weighs them; undefined while they are on too few days.
 *
 * @param score by which the burst is chosen that does not count
 */
export function scoredFeatures(visits: readonly LoggedVisit[], score = scoreOf): Features | undefined {
  const counted = scoredVisits(limitPerNetwork(visits))
  return counted && visitFeatures(leaveOneBurstOut(counted, (some) => score(visitFeatures(some))))
}

const weigh = (visits: readonly LoggedVisit[]): number => scoreOf(visitFeatures(visits))

/** One visit of each phone. */
const firstOfPhones = (visits: readonly LoggedVisit[]): LoggedVisit[] => {
  const phones = new Set<number>()
  return visits.filter(({ phone }) => !phones.has(phone) && phones.add(phone))
}

export function countriesOf(visits: readonly LoggedVisit[]): string[] {
  return [...new Set(visits.map(({ country }) => country).filter(Boolean))].sort()
}
