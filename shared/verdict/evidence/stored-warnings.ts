import type { Evidence, VisitRule } from './evidence.ts'

/**
 * The strongest evidence of each rule with a warning, and its minute. The warning stays when its visits are evicted
 * from the log: it applies until the brand decides.
 */
export type StoredWarnings = Partial<Record<VisitRule, Evidence & { minute: number }>>

/**
 * Minute in which the brand closed the warning of a rule as a mistake. Visits and warnings until then do not count for
 * the rule.
 */
export type ClearedWarnings = Partial<Record<VisitRule, number>>

/** The warning that applies for a rule. */
export function activeWarning(
  rule: VisitRule,
  warned?: StoredWarnings | null,
  cleared?: ClearedWarnings | null,
): Evidence | undefined {
  const warning = warned?.[rule]
  return warning && warning.minute > (cleared?.[rule] ?? 0) ? warning : undefined
}

/** The warnings to store after a scan: the rules whose evidence has grown. */
export function updateWarnings(
  { warned, cleared }: { warned: StoredWarnings | null; cleared: ClearedWarnings | null },
  weighed: Partial<Record<VisitRule, Evidence>>,
  minute: number,
): StoredWarnings {
  const grown = (Object.entries(weighed) as [VisitRule, Evidence][]).filter(
    ([rule, { weight, rest = 0, days = 0 }]) => {
      const warning = activeWarning(rule, warned, cleared)
      return !warning || warning.weight < weight || (warning.rest ?? 0) < rest || (warning.days ?? 0) < days
    },
  )
  return Object.fromEntries(grown.map(([rule, evidence]) => [rule, { ...evidence, minute }]))
}
