import type { UsualScores } from '#shared/verdict/calibration/calibrate.ts'
import type { Category, VerdictSettings, WarnedShare } from '#shared/verdict/settings.ts'
import coefficients from './coefficients.json' with { type: 'json' }

const thresholds: Record<Category, Record<WarnedShare, number>> = coefficients.thresholds

/** The score from which on items of a category have a warning, while the brand's own items do not say otherwise. */
export const defaultThreshold = ({ category, warned }: Pick<VerdictSettings, 'category' | 'warned'>): number =>
  thresholds[category][warned]

/** What the fit says about a category, where it does. */
type CategoryFigures = {
  /** What scanned codes of the category usually reach. */
  bodies?: Partial<Record<Category, UsualScores>>
  /** Number of scanned copies after which nine of ten copied labels are noticed. */
  price?: Partial<Record<Category, Partial<Record<WarnedShare, number>>>>
}
const { bodies, price } = coefficients as typeof coefficients & CategoryFigures

/** What scanned codes of a category usually reach; undefined where the fit does not say it. */
export const usualScores = (category: Category): UsualScores | undefined => bodies?.[category]

/** Number of scanned copies after which nine of ten copied labels are noticed by the default; undefined if not known. */
export const unitsUntilNoticed = ({
  category,
  warned,
}: Pick<VerdictSettings, 'category' | 'warned'>): number | undefined => price?.[category]?.[warned]

/** The score from which on a code may be a suspected copy; infinite while no score is good enough for that. */
export const redThreshold: number = coefficients.red ?? Number.POSITIVE_INFINITY
