import { type Measure, unitCounts } from '#scripts/verdict/evaluation/detection.ts'
import type { SimulatedItem, Step, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { type Example, fitLogistic, type ScoreLine } from './logistic.ts'

/** The score of a fitted line, as `scoreOf` in shared/verdict/score calculates it. */
export const scoreBy =
  ({ bias, weights }: ScoreLine): Measure =>
  ({ terms }) =>
    terms ? weights.reduce((sum, weight, i) => sum + weight * terms[i]!, bias) : Number.NEGATIVE_INFINITY

const rounds = 2

/**
 * Fits the score on these samples, each with the same weight, and on further examples. A copied label is an example after each number of scanned items,
 * an honest item where its score is largest: there it would be warned about. So the fit is repeated with the first result.
 */
export function fitScore(samples: readonly WorldSample[], further: readonly Example[] = []): ScoreLine {
  let measure: Measure = ({ terms, people }) => (terms ? people : Number.NEGATIVE_INFINITY)
  let line: ScoreLine | undefined
  for (let round = 0; round < rounds; round++) {
    line = fitLogistic([...samples.flatMap((sample) => examplesOf(sample, measure)), ...further])
    measure = scoreBy(line)
  }
  return line!
}

function examplesOf({ honest, copied }: WorldSample, measure: Measure): Example[] {
  return [
    ...balanced(honest.flatMap((item) => example(item, strongest(item.steps, measure), false))),
    ...unitCounts.flatMap((units) =>
      balanced(
        copied.flatMap((item) =>
          example(
            item,
            item.steps.find((step) => step.units === units && step.isNewUnit),
            true,
          ),
        ),
      ).map((one) => ({ ...one, weight: one.weight / unitCounts.length })),
    ),
  ]
}

function example({ weight }: SimulatedItem, step: Step | undefined, isCopied: boolean): Example[] {
  return step?.terms ? [{ terms: step.terms, isCopied, weight }] : []
}

const strongest = (steps: readonly Step[], measure: Measure): Step | undefined =>
  steps.reduce<Step | undefined>((best, step) => (!best || measure(step) > measure(best) ? step : best), undefined)

function balanced(examples: Example[]): Example[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  return examples.map((one) => ({ ...one, weight: one.weight / total }))
}
