/** With more sections than this, the middle ones are hidden. */
export const maxVisibleSections = 5

/** The sections that a row shows: all, or the first two and the last two, with the number of those between. */
export function visibleSections<P>(points: readonly P[], isExpanded: boolean): (P | { hidden: number })[] {
  if (isExpanded || points.length <= maxVisibleSections) return [...points]
  return [...points.slice(0, 2), { hidden: points.length - 4 }, ...points.slice(-2)]
}
