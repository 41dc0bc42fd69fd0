import type { Category, VerdictSettings, WarnedShare } from '#shared/verdict/settings.ts'
import coefficients from './coefficients.json' with { type: 'json' }

const thresholds: Record<Category, Record<WarnedShare, number>> = coefficients.thresholds

/** The score from which on items of a category have a warning, while the brand's own items do not say otherwise. */
export const defaultThreshold = ({ category, warned }: VerdictSettings): number => thresholds[category][warned]

/** The score from which on a code may be a suspected copy; infinite while no score is good enough for that. */
export const redThreshold: number = coefficients.red ?? Number.POSITIVE_INFINITY
