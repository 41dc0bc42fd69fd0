/** The intervals of the legend. */
const intervals = 4

type Level = 0 | 1 | 2 | 3 | 4

/**
 * Four intervals of whole numbers from 1 to at least the largest count, or fewer when there are few scans: none is empty
 * of numbers, and none is above the largest count.
 */
export function heatIntervals(max: number): { from: number; to: number }[] {
  const size = Math.ceil(max / intervals)
  return Array.from({ length: intervals }, (_, index) => ({
    from: index * size + 1,
    to: Math.min(max, (index + 1) * size),
  })).filter(({ from }) => from <= max)
}

/** The interval of a count, from 1 to 4; 0 without scans. */
export function heatLevel(count: number, max: number): Level {
  if (count <= 0) return 0
  return Math.min(intervals, Math.ceil(count / Math.ceil(max / intervals))) as Level
}
