import { type DateOrder, dateOrders, type TimeText, wallTimeOf } from '#client/core/time-text/time-text.ts'

/** How many times longer a log is by the wrong order, at least, so that the shorter one is taken without asking. */
const certainFactor = 10

/** `wall`: the first wall time by this order, in milliseconds. */
export type FittingOrder = { order: DateOrder; wall: number }

/**
 * The orders of day, month and year that fit the file, the best one first. It is the only one if no other fits all dates, or if by
 * the others the readings are months apart that follow each other closely by this one.
 */
export function guessOrder(times: readonly TimeText[]): FittingOrder[] {
  const written = times.filter(({ date }) => 'numbers' in date)
  const fitting = dateOrders
    .map((order) => ({ order, walls: written.flatMap((time) => wallTimeOf(time, order) ?? []) }))
    .filter(({ walls }) => walls.length > 0)
  // A single line with a wrong date decides nothing.
  const most = Math.max(0, ...fitting.map(({ walls }) => walls.length))
  // No format writes month, day and year with points.
  const hasPoints = written.every(({ date }) => 'numbers' in date && date.hasPoints)
  const possible = fitting
    .filter(({ order, walls }) => walls.length * 100 >= most * 99 && !(hasPoints && order === 'mdy'))
    .map(({ order, walls }) => ({ order, wall: walls[0]!, span: spanOf(walls) }))
    .sort((one, other) => one.span - other.span)
  const limit = (possible[0]?.span ?? 0) * certainFactor
  return possible.filter(({ span }, at) => at === 0 || span <= limit).map(({ order, wall }) => ({ order, wall }))
}

/** The sum of all distances between consecutive times. */
const spanOf = (walls: readonly number[]): number =>
  walls.slice(1).reduce((sum, ms, at) => sum + Math.abs(ms - walls[at]!), 0)
