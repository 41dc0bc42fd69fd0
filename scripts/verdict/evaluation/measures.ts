import { scoreBy } from '#scripts/verdict/fit/fit-score.ts'
import type { ScoreLine } from '#scripts/verdict/fit/logistic.ts'
import type { Measure } from './detection.ts'

/** Plain counts against which the score is judged. */
export const plainCounts: Readonly<Record<string, Measure>> = {
  scans: ({ scans }) => scans,
  'visitor-days': ({ visitorDays }) => visitorDays,
  'distinct days': ({ days }) => days,
  'kinds of phone': ({ kinds }) => kinds,
  'people, first edition': ({ people }) => people,
}

export const measuresWith = (line: ScoreLine): Record<string, Measure> => ({ ...plainCounts, score: scoreBy(line) })
