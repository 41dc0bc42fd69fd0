/** The heading above a row where it begins a group; undefined elsewhere. Rows come sorted by their group. */
export function groupHeading<Row>(
  rows: readonly Row[],
  index: number,
  groupBy: ((row: Row) => string) | undefined,
): string | undefined {
  const group = groupBy?.(rows[index]!)
  return index > 0 && group === groupBy?.(rows[index - 1]!) ? undefined : group
}
