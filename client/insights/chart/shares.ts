export type Share = { name: string; count: number /** From 0 to 1. */; share: number }

/**
 * The largest systems with their shares; the smaller ones are added up as `other`. `unknown` replaces the server's name
 * of systems that were not recognized.
 */
export function sharesOf(
  os: Readonly<Record<string, number>>,
  maxRows: number,
  { other, unknown }: Record<'other' | 'unknown', string>,
): Share[] {
  const rows = Object.entries(os)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ name: name === 'Unknown' ? unknown : name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const large = rows.length > maxRows ? rows.slice(0, maxRows - 1) : rows
  const rest = total - large.reduce((sum, { count }) => sum + count, 0)
  const shown = rest > 0 ? [...large, { name: other, count: rest }] : large
  return shown.map((row) => ({ ...row, share: row.count / total }))
}
