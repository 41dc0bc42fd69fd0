const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/**
 * A number of bytes for an operator, with at most one decimal.
 *
 * @example
 * shortSize(1_234_567) // => '1.2 MB'
 */
export function shortSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Math.round(bytes / 10 ** (3 * step - 1)) / 10} ${units[step]}`
}
