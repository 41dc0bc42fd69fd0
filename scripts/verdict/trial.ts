import { assess, type RuleName } from '#shared/verdict/rules.ts'
import type { VerdictSettings } from '#shared/verdict/settings.ts'
import { emptyTrail, follow } from '#shared/verdict/trail.ts'
import type { Look } from './people.ts'
import { visitOf } from './server-view.ts'

/** Rules that judge what was seen. The others repeat what the brand has said of the item. */
export const judged = ['visitors', 'travel', 'market'] as const satisfies RuleName[]
type Judged = (typeof judged)[number]

/** What was said of one item during its life: every rule that fired at any of its looks. */
export type Outcome = { rules: Set<RuleName>; suspected: boolean }

/** Lives through one item look by look, as the server would. It is sold in the country of its first look alone. */
export function live(seen: Look[], settings: VerdictSettings): Outcome {
  const rules = new Set<RuleName>()
  let suspected = false
  let trail = emptyTrail
  let markets: string[] | undefined
  const ordered = seen.toSorted((a, b) => a.minute - b.minute)
  const code = `${ordered[0]?.minute} ${ordered[0]?.address}`
  for (const look of ordered) {
    const visit = visitOf(look, code)
    markets ??= [visit.country]
    trail = follow(trail, visit)
    const { fired, level } = assess(trail, {}, { ...settings, markets }, look.minute)
    for (const { rule } of fired) rules.add(rule)
    suspected ||= level === 'suspected_copy'
  }
  return { rules, suspected }
}

/** Shares of many items. `whole`: a rule of the default settings fired, which name no markets. */
export type Rates = Record<Judged | 'whole' | 'suspected', number>

export function rates(outcomes: readonly Outcome[]): Rates {
  const share = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length / outcomes.length
  return {
    visitors: share(({ rules }) => rules.has('visitors')),
    travel: share(({ rules }) => rules.has('travel')),
    whole: share(({ rules }) => rules.has('visitors') || rules.has('travel')),
    market: share(({ rules }) => rules.has('market')),
    suspected: share(({ suspected }) => suspected),
  }
}
