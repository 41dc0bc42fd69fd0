/** Returns the heading above a row that starts a group, otherwise undefined. Rows are sorted by group. */
export function groupHeading<Row>(
  rows: readonly Row[],
  index: number,
  groupBy: ((row: Row) => string) | undefined,
): string | undefined {
  const group = groupBy?.(rows[index]!)
  return index > 0 && group === groupBy?.(rows[index - 1]!) ? undefined : group
}
