/** The index that an arrow key moves to; undefined for another key. */
export function nextPoint(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, at + 1)
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

const alike: Record<string, string> = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }

/**
 * The same for a slider, which also has the keys for up and down, and moves by a tenth with Page Up and Page Down.
 */
export function nextSliderPoint(key: string, at: number, count: number): number | undefined {
  const jump = Math.max(1, Math.round(count / 10))
  if (key === 'PageUp') return Math.min(count - 1, at + jump)
  if (key === 'PageDown') return Math.max(0, at - jump)
  return nextPoint(alike[key] ?? key, at, count)
}
