import { detectionRates, judge, type Measure, unitCounts } from '#scripts/verdict/evaluation/detection.ts'
import { measuresWith, plainCounts } from '#scripts/verdict/evaluation/measures.ts'
import type { WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { fitScore, scoreBy } from '#scripts/verdict/fit/fit-score.ts'
import type { ScoreLine } from '#scripts/verdict/fit/logistic.ts'
import { percent, rateSeries, table } from './markdown.ts'

const shares = [0.005, 0.01] as const

/** The score and the plain counts in each world, each at the same share of warned honest items. */
export function detectionTable(samples: readonly WorldSample[], line: ScoreLine): string {
  const rows = samples.flatMap((sample) => {
    const others = samples.filter((other) => other !== sample)
    const measures = { ...measuresWith(line), 'score, fitted on the other worlds': scoreBy(fitScore(others)) }
    return Object.entries(measures).map(([name, measure]) => {
      const cells = shares.flatMap((share) => {
        const { detected, warned } = judge(sample, measure, share)
        return [rateSeries(detected), percent(warned.rate, 2)]
      })
      return [sample.world.name, name, ...cells]
    })
  })
  return table(
    [
      'world',
      'measure',
      `${unitCounts.join(' / ')} items, 0.5 %`,
      'warned',
      `${unitCounts.join(' / ')} items, 1 %`,
      'warned',
    ],
    rows,
  )
}

/** The score and the best plain count of each mix of copies. */
export function mixTable(samples: readonly WorldSample[], line: ScoreLine): string {
  const rows = samples.flatMap((sample) => {
    const score = scoreBy(line)
    const thresholds = shares.map((share) => judge(sample, score, share).threshold)
    const plain = Object.entries(plainCounts).map(([name, measure]) => {
      return { name, measure, thresholds: shares.map((share) => judge(sample, measure, share).threshold) }
    })
    return [...Map.groupBy(sample.copied, ({ kind }) => kind)].map(([mix, copied]) => {
      const cells = shares.flatMap((_, i) => {
        const at = (measure: Measure, threshold: number) => detectionRates(copied, measure, threshold)
        const best = plain
          .map(({ name, measure, thresholds: own }) => ({ name, rates: at(measure, own[i]!) }))
          .reduce((most, one) => (one.rates[2]!.rate > most.rates[2]!.rate ? one : most))
        return [rateSeries(at(score, thresholds[i]!)), `${rateSeries(best.rates)} (${best.name})`]
      })
      return [sample.world.name, mix, ...cells]
    })
  })
  return table(
    ['world', 'copies', 'score, 0.5 %', 'best plain count, 0.5 %', 'score, 1 %', 'best plain count, 1 %'],
    rows,
  )
}
