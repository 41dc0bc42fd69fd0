import { assess, type RuleName } from '#shared/verdict/rules.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { scanToVisit } from './server-view.ts'
import type { SimulatedScan } from './shoppers.ts'

/** Rules that evaluate observations. The others repeat a statement of the brand about the item. */
const reportedRules = ['visitors', 'travel', 'market'] as const satisfies RuleName[]
type ReportedRule = (typeof reportedRules)[number]

/** The result of one item: all rules that fired at any of its scans. */
type ItemResult = { rules: Set<RuleName>; suspected: boolean }

/**
 * Simulates one item scan by scan, as the server would process it. It is sold only in the country of its first scan.
 */
export function simulateItem(seen: SimulatedScan[], settings: VerdictSettings): ItemResult {
  const rules = new Set<RuleName>()
  let suspected = false
  let trail = emptyVisitLog
  let markets: string[] | undefined
  const ordered = seen.toSorted((a, b) => a.minute - b.minute)
  const code = `${ordered[0]?.minute} ${ordered[0]?.address}`
  for (const look of ordered) {
    const visit = scanToVisit(look, code)
    markets ??= [visit.country]
    trail = addVisit(trail, visit)
    const { fired, level } = assess(trail, {}, { ...settings, markets }, look.minute)
    for (const { rule } of fired) rules.add(rule)
    suspected ||= level === 'suspected_copy'
  }
  return { rules, suspected }
}

/** Shares of many items. `whole`: a rule of the default settings fired; the default settings name no markets. */
export type Rates = Record<ReportedRule | 'whole' | 'suspected', number>

export function ratesOf(outcomes: readonly ItemResult[]): Rates {
  const share = (holds: (outcome: ItemResult) => boolean) => outcomes.filter(holds).length / outcomes.length
  return {
    visitors: share(({ rules }) => rules.has('visitors')),
    travel: share(({ rules }) => rules.has('travel')),
    whole: share(({ rules }) => rules.has('visitors') || rules.has('travel')),
    market: share(({ rules }) => rules.has('market')),
    suspected: share(({ suspected }) => suspected),
  }
}
