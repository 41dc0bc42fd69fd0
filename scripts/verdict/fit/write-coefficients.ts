import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { judge, type Measure, unitCounts } from '#scripts/verdict/evaluation/detection.ts'
import type { Sizes, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { termNames } from '#shared/verdict/score/score.ts'
import { fitScore, scoreBy } from './fit-score.ts'
import type { ScoreLine } from './logistic.ts'
import { categoryThresholds, pricesOf, redThresholdOf, usualByCategory } from './thresholds.ts'

const file = join(import.meta.dirname, '../../../shared/verdict/score/coefficients.json')

/** Fits the score on all worlds and writes it with its card. */
export async function writeCoefficients(
  samples: readonly WorldSample[],
  { sizes, seed }: { sizes: Sizes; seed: number },
) {
  const line = roundedLine(fitScore(samples))
  const measure = scoreBy(line)
  const thresholds = categoryThresholds(samples, measure)
  const coefficients = {
    card: {
      data: samples.map(({ world }) => world.name),
      date: new Date().toISOString().slice(0, 10),
      seed,
      sizes,
      roc: {
        units: unitCounts,
        all: rocOf(samples, () => measure),
        withoutTheWorld: rocOf(samples, (sample) => scoreBy(fitScore(samples.filter((other) => other !== sample)))),
      },
      limits:
        'Simulated histories (docs/verdict.md). Three to five scanned items, copies of display pieces and of photographed labels are not found.',
    },
    bias: line.bias,
    weights: Object.fromEntries(termNames.map((name, i) => [name, line.weights[i]!])),
    thresholds,
    bodies: usualByCategory(samples, measure),
    price: pricesOf(samples, measure, { thresholds, most: sizes.units }),
    red: redThresholdOf(samples, measure),
  }
  await writeFile(file, `${inlineLists(JSON.stringify(coefficients, null, 2))}\n`)
  return coefficients
}

/** Lists of numbers and words on one line, as the formatter writes them. */
const inlineLists = (json: string): string =>
  json.replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, inside: string) => `[${inside.replace(/\n\s+/g, ' ')}]`)

const digits = (value: number): number => Math.round(value * 1000) / 1000

/** The file has three digits; thresholds and figures are those of the rounded line. */
const roundedLine = ({ bias, weights }: ScoreLine): ScoreLine => ({ bias: digits(bias), weights: weights.map(digits) })

/** Detected shares after `unitCounts` at two shares of warned honest items, in each world. */
function rocOf(samples: readonly WorldSample[], measureFor: (sample: WorldSample) => Measure) {
  return Object.fromEntries(
    samples.map((sample) => {
      const measure = measureFor(sample)
      const at = (share: number) => judge(sample, measure, share).detected.map(({ rate }) => digits(rate))
      return [sample.world.name, { '0.005': at(0.005), '0.01': at(0.01) }]
    }),
  )
}
