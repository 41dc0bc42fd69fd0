import type { RuleName, TriggeredRule } from '#shared/verdict/rules.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import type { VisitLog, Visitor } from '#shared/verdict/visits/visit-log.ts'
import { findImpossibleTravel } from './impossible-travel.ts'
import { countPhoneKinds, countWithCap, leaveOneNetworkOut, limitPerNetwork } from './network-limits.ts'

/** Rules that assess visits. The other rules repeat statements of the brand. */
export const visitRules = ['visitors', 'travel', 'market'] as const satisfies RuleName[]
export type VisitRule = (typeof visitRules)[number]

/**
 * The weight of the visits for a rule, with the facts of its sentence. The rule fires when the weight reaches its
 * threshold.
 */
export type Evidence = {
  weight: number
  /** The leave-one-out weight: the smallest weight without the visits of any one network; 0 while it has no effect. */
  rest: number
  /** The smallest number of days with visits, without those of any one network; 0 while it has no effect. */
  days: number
  fired: TriggeredRule
}

/** A family usually has two kinds of phone, a traveller one. */
const minKinds = 3

export const thresholdOf: Record<VisitRule, (settings: VerdictSettings) => number> = {
  visitors: ({ visitors }) => visitors,
  travel: ({ jumps }) => jumps,
  market: ({ markets, strangers }) => (markets.length > 0 ? strangers : Number.POSITIVE_INFINITY),
}

/** Evidence whose `rest` and `days` are expensive and are computed on demand. */
export type LazyEvidence = Omit<Evidence, 'rest' | 'days'> & { rest: () => number; days: () => number }

/** Returns evidence of a rule whose threshold is reached. @param since minute from which visits count */
export function evidenceOf(
  rule: VisitRule,
  { visits, checks }: VisitLog,
  since: number,
  settings: VerdictSettings,
): LazyEvidence | undefined {
  const recent = visits.filter(({ minute }) => minute > since)
  const threshold = thresholdOf[rule](settings)
  // No rule counts more than twice the number of visitors.
  if (2 * recent.length < threshold) return undefined
  const evaluate = ruleEvaluators[rule]
  const found = evaluate(recent, settings, checks)
  if (!found || found.weight < threshold) return undefined
  const { weight, fired } = found
  // Visits from other networks do not count here: the remaining visits have to be evidence by themselves.
  const ownVisits = recent.filter(({ networkMinute }) => networkMinute > since)
  return {
    weight,
    rest: () => Math.min(weight, evaluate(ownVisits, settings, checks)?.rest() ?? 0),
    days: () => leaveOneNetworkOut(networksOf(ownVisits), ownVisits, countDays),
    fired: fired(),
  }
}

type RuleEvaluation = { weight: number; rest: () => number; fired: () => TriggeredRule }
/** Undefined without any weight. */
type RuleEvaluator = (recent: Visitor[], settings: VerdictSettings, checks: number) => RuleEvaluation | undefined

const ruleEvaluators: Record<VisitRule, RuleEvaluator> = {
  visitors(recent, { visitors, days }, checks) {
    const kinds = new Set(recent.map(({ kind }) => kind)).size
    // Checked before the expensive steps: the network limits only ever reduce the number.
    if (kinds < minKinds || recent.length + (kinds - minKinds) / 2 < visitors) return undefined
    const people = limitPerNetwork(recent)
    const weigh = (some: readonly Visitor[]) => shoppers(some, visitors)
    return {
      weight: weigh(people),
      rest: () => leaveOneNetworkOut(networksOf(people), people, weigh),
      fired: () => {
        const countries = countriesOf(recent).length
        return { rule: 'visitors', checks, people: people.length, countries, days }
      },
    }
  },
  travel(recent) {
    const pairs = findImpossibleTravel(recent)
    // Leaving out a network that is in no pair removes no pair.
    const networks = pairs.flatMap(({ networks }) => networks)
    return {
      weight: pairs.length,
      rest: () => leaveOneNetworkOut(networks, recent, (some) => findImpossibleTravel(some).length),
      fired: () => {
        const { from, to, km, minutes } = pairs.at(-1)!
        return { rule: 'travel', from, to, km, minutes }
      },
    }
  },
  market(recent, { markets, strangers }) {
    const outsiders = recent.filter(({ country }) => country !== '' && !markets.includes(country))
    if (outsiders.length < strangers) return undefined
    const outside = limitPerNetwork(outsiders)
    const weigh = (some: readonly Visitor[]) => countWithCap(some, Math.max(1, strangers - 1))
    return {
      weight: weigh(outside),
      rest: () => leaveOneNetworkOut(networksOf(outside), outside, weigh),
      fired: () => ({ rule: 'market', countries: countriesOf(outside), people: outside.length }),
    }
  },
}

const day = 1440
const countDays = (visits: readonly Visitor[]): number =>
  new Set(visits.map(({ networkMinute }) => Math.floor(networkMinute / day))).size

const networksOf = (visits: readonly Visitor[]) => visits.map(({ network }) => network)

/**
 * Most phones report one of two kinds, and some of those were counted as one shopper. The more rare kinds there are,
 * the more phones of the common kinds are likely. One network alone never reaches the threshold.
 */
function shoppers(people: readonly Visitor[], threshold: number): number {
  const kinds = countPhoneKinds(people)
  return kinds < minKinds ? 0 : countWithCap(people, threshold - 1) + Math.floor((kinds - minKinds) / 2)
}

export function countriesOf(visits: readonly Visitor[]): string[] {
  return [...new Set(visits.map(({ country }) => country).filter(Boolean))].sort()
}
