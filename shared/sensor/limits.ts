/** On which side of the allowed values a value is. */
export const sides = ['above', 'below'] as const
export type LimitSide = (typeof sides)[number]

/** Values from `minimum` on and below `limit` are allowed. Null: no limit on that side. */
export type ValueLimits = { limit: number | null; minimum: number | null }

/**
 * The side on which a value is out of range; undefined for an allowed value. A value at the limit is out of range, one
 * at the minimum is not.
 *
 * @example
 * sideOf(8, { limit: 8, minimum: 2 }) // => 'above'
 * sideOf(2, { limit: 8, minimum: 2 }) // => undefined
 */
export function sideOf(value: number, { limit, minimum }: ValueLimits): LimitSide | undefined {
  if (limit !== null && value >= limit) return 'above'
  return minimum !== null && value < minimum ? 'below' : undefined
}

/** The value that is further out of range on a side. */
export const moreExtremeValue = (side: LimitSide, one: number, other: number): number =>
  side === 'above' ? Math.max(one, other) : Math.min(one, other)

export const isLimited = ({ limit, minimum }: ValueLimits): boolean => limit !== null || minimum !== null
