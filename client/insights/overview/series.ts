import type { TrendSeries } from '#shared/insights/contract.ts'

export type SeriesName = keyof TrendSeries

/** The lines of the chart. Each has a dash pattern and a mark of its own, so that it is recognized without color. */
export const series: readonly {
  name: SeriesName
  color: string
  dash: string
  mark: 'circle' | 'square' | 'triangle'
}[] = [
  { name: 'creation', color: 'orange.fg', dash: '8 4', mark: 'square' },
  { name: 'verify', color: 'green.fg', dash: '', mark: 'circle' },
  { name: 'redirect', color: 'blue.fg', dash: '2 3', mark: 'triangle' },
]

/** The path of a mark around a point. Pixels. */
export function markPath(mark: (typeof series)[number]['mark'], x: number, y: number, size = 4): string {
  if (mark === 'square') return `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`
  if (mark === 'triangle') return `M${x} ${y - size - 1}l${size + 1} ${2 * size}h${-2 * (size + 1)}z`
  return `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`
}
