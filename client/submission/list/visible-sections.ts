/** More sections than this are folded. */
export const maxVisibleSections = 5

/** What a row shows of its sections: all, or the first two and the last two with a number for those between. */
export function visibleSections<P>(points: readonly P[], isExpanded: boolean): (P | { hidden: number })[] {
  if (isExpanded || points.length <= maxVisibleSections) return [...points]
  return [...points.slice(0, 2), { hidden: points.length - 4 }, ...points.slice(-2)]
}
