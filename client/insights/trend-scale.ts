import { scaleLinear } from '@visx/scale'

/** Approximate number of lines in a plot. */
const lines = 3

/** The axis of a plot from zero to a round number that is not below any value, with the positions of its lines. */
export function countScale(values: readonly number[], height: number) {
  const max = Math.max(1, ...values)
  const scale = scaleLinear<number>({ domain: [0, max], range: [height, 0], nice: lines })
  // Counts are whole numbers.
  return { scale, ticks: scale.ticks(lines).filter(Number.isInteger) }
}

/** The indexes of the labels to show: all, or every second or third, always with the last, so that none overlap. */
export function visibleLabels<Label>(labels: readonly Label[], slot: number, width: number): Label[] {
  const every = Math.max(1, Math.ceil(width / slot))
  return labels.filter((_, index) => (labels.length - 1 - index) % every === 0)
}
