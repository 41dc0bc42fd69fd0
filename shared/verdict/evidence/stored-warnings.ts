import type { Evidence, VisitRule } from './evidence.ts'

/**
 * The strongest evidence of each rule that a warning was given for, and the minute of it. Visits that are forgotten, or
 * pushed out by others, do not take the warning with them: it is in force until the brand decides.
 */
export type StoredWarnings = Partial<Record<VisitRule, Evidence & { minute: number }>>

/** Minute in which the brand called the warning of a rule a mistake: no visit and no warning until then counts for it. */
export type ClearedWarnings = Partial<Record<VisitRule, number>>

/** The warning that stands for a rule. */
export function activeWarning(
  rule: VisitRule,
  warned?: StoredWarnings | null,
  cleared?: ClearedWarnings | null,
): Evidence | undefined {
  const given = warned?.[rule]
  return given && given.minute > (cleared?.[rule] ?? 0) ? given : undefined
}

/** What is to be stored after a look: the rules whose evidence has grown. */
export function updateWarnings(
  { warned, cleared }: { warned: StoredWarnings | null; cleared: ClearedWarnings | null },
  weighed: Partial<Record<VisitRule, Evidence>>,
  minute: number,
): StoredWarnings {
  const grown = (Object.entries(weighed) as [VisitRule, Evidence][]).filter(([rule, { weight, rest }]) => {
    const given = activeWarning(rule, warned, cleared)
    return !given || given.weight < weight || given.rest < rest
  })
  return Object.fromEntries(grown.map(([rule, evidence]) => [rule, { ...evidence, minute }]))
}
