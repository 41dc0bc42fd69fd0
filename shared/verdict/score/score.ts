import coefficients from '#shared/verdict/score/coefficients.json' with { type: 'json' }
import type { Features } from './features.ts'

const logarithm = (count: number): number => Math.log(Math.max(1, count))

/** The terms of the score. Each only grows with its feature, so more evidence never lowers the score. */
export const terms = {
  kinds: ({ kinds }) => logarithm(kinds),
  networks: ({ networks }) => logarithm(networks),
  newPhones: ({ newPhones }) => logarithm(newPhones),
  recentPhones: ({ recentPhones }) => logarithm(recentPhones),
  recentNetworks: ({ recentNetworks }) => logarithm(recentNetworks),
} as const satisfies Record<string, (features: Features) => number>
export type TermName = keyof typeof terms
export const termNames = [
  'kinds',
  'networks',
  'newPhones',
  'recentPhones',
  'recentNetworks',
] as const satisfies TermName[]

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

export const reasons = termNames
export type Reason = TermName
const maxReasons = 3

/** The terms that add most to the score, the largest first. */
export const reasonsOf = (features: Features, { weights }: Coefficients = coefficients): Reason[] =>
  termNames
    .map((name) => ({ name, part: weights[name] * terms[name](features) }))
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .slice(0, maxReasons)
    .map(({ name }) => name)
