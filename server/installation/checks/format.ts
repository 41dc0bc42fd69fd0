const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size with at most one decimal: for an operator, who compares it with those of other programs. */
export function shortSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Math.round(bytes / 10 ** (3 * step - 1)) / 10} ${units[step]}`
}
