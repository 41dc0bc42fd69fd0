import coefficients from '#shared/verdict/score/coefficients.json' with { type: 'json' }
import type { Features } from './features.ts'

/**
 * The terms of the score. Each grows, or falls, with one property of the history; the sign is the same in every fit. So more
 * evidence of one kind never lowers the score.
 */
export const terms = {
  /** Days with visits. */
  days: ({ days }) => Math.log(Math.max(1, days)),
  /** Phones that were not there before. */
  phones: ({ phones }) => Math.log(Math.max(1, phones)),
  kinds: ({ kinds }) => Math.log(Math.max(1, kinds)),
  networks: ({ networks }) => Math.log(Math.max(1, networks)),
  places: ({ places }) => Math.log(Math.max(1, places)),
  farDays: ({ farDays }) => Math.min(2, farDays),
  moves: ({ moves }) => Math.log1p(moves),
  returns: ({ returns }) => -returns,
  mainNetwork: ({ mainNetwork }) => -mainNetwork,
  mainPlace: ({ mainPlace }) => -mainPlace,
} as const satisfies Record<string, (features: Features) => number>
export type TermName = keyof typeof terms
export const termNames = Object.keys(terms) as TermName[]

/** Written by `npm run verdict -- fit`. No weight is negative. */
export type Coefficients = {
  card: Record<string, unknown>
  bias: number
  weights: Record<TermName, number>
}

/**
 * The logarithm of how much more likely a history is for several items than for one, by the fitted weights.
 *
 * @param features of the visits that count
 */
export const scoreOf = (features: Features, { bias, weights }: Coefficients = coefficients): number =>
  termNames.reduce((sum, name) => sum + weights[name] * terms[name](features), bias)

/** Terms that a sentence can name, in the order of what they add to the score. */
export function reasonsOf(features: Features, { weights }: Coefficients = coefficients): Reason[] {
  return reasons
    .map((reason) => ({ reason, part: weights[reason] * terms[reason](features) }))
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .slice(0, maxReasons)
    .map(({ reason }) => reason)
}

export const reasons = ['days', 'phones', 'kinds', 'networks', 'places', 'farDays', 'moves'] as const satisfies TermName[]
export type Reason = (typeof reasons)[number]
const maxReasons = 3
