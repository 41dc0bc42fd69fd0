/** The round number at the top of an axis: 1, 2 or 5 times a power of ten, at least `most`. */
export function axisTop(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 5, 10].find((step) => step * power >= most)!
  return step * power
}

/** Where the arrow keys lead among so many points; undefined for another key. */
export function nextPoint(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, at + 1)
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
