import { readFile } from 'node:fs/promises'
import type { WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { type ClosedCase, ClosedCases } from '#shared/verdict/calibration/closed-cases.ts'
import { termNames, terms } from '#shared/verdict/score/score.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { fitScore, scoreBy } from './fit-score.ts'
import type { Example, ScoreLine } from './logistic.ts'
import { type CategoryThresholds, categoryThresholds } from './thresholds.ts'

export async function readClosedCases(file: string): Promise<ClosedCase[]> {
  return ClosedCases.parse(JSON.parse(await readFile(file, 'utf8'))).cases
}

/** So many cases of a side weigh half as much as that side of one simulated world: as many codes as the default of a SKU counts for. */
const halfWeight = 300

const termsOf = ({ features }: ClosedCase): Float64Array =>
  Float64Array.from(termNames, (name) => terms[name](features))

/** The cases as examples: both sides apart, because brands decide far more mistakes than copies. A world has the weight 1 for each side. */
export function examplesOfCases(cases: readonly ClosedCase[]): Example[] {
  return [true, false].flatMap((isCopied) => {
    const side = cases.filter(({ reason }) => (reason === 'copy') === isCopied)
    const weight = 1 / (side.length + halfWeight)
    return side.map((one) => ({ terms: termsOf(one), isCopied, weight }))
  })
}

type Change = { before: number; after: number; change: number }
const digits = (value: number): number => Math.round(value * 1000) / 1000
const changed = (before: number, after: number): Change => ({
  before: digits(before),
  after: digits(after),
  change: digits(after - before),
})

type Fitted = { line: ScoreLine; thresholds: CategoryThresholds }

const fitted = (samples: readonly WorldSample[], cases: readonly ClosedCase[]): Fitted => {
  const line = fitScore(samples, examplesOfCases(cases))
  return { line, thresholds: categoryThresholds(samples, scoreBy(line)) }
}

/**
 * How weights, thresholds and the warnings of the cases themselves change when the fit also reads decided cases. Thresholds stay
 * those of the simulated worlds: cases are only items that had a warning, so their scores say nothing about all items. Nothing is written.
 */
export function compareWithCases(samples: readonly WorldSample[], cases: readonly ClosedCase[]) {
  const [before, after] = [fitted(samples, []), fitted(samples, cases)]
  const scoreWith = ({ line }: Fitted, one: ClosedCase) => {
    const values = termsOf(one)
    return line.weights.reduce((sum, weight, i) => sum + weight * values[i]!, line.bias)
  }
  const warnedBy = (fit: Fitted, some: readonly ClosedCase[]) =>
    some.filter((one) => scoreWith(fit, one) >= fit.thresholds[one.category][defaultSettings.warned]).length
  const copies = cases.filter(({ reason }) => reason === 'copy')
  const honest = cases.filter(({ reason }) => reason !== 'copy')
  const side = (some: readonly ClosedCase[]) => ({
    cases: some.length,
    weight: digits(some.length / (some.length + halfWeight)),
    warnedBefore: warnedBy(before, some),
    warnedAfter: warnedBy(after, some),
  })
  return {
    copies: side(copies),
    mistakes: side(honest),
    bias: changed(before.line.bias, after.line.bias),
    weights: Object.fromEntries(
      termNames.map((name, i) => [name, changed(before.line.weights[i]!, after.line.weights[i]!)]),
    ),
    thresholds: Object.fromEntries(
      Object.entries(before.thresholds).map(([category, shares]) => [
        category,
        Object.fromEntries(
          Object.entries(shares).map(([share, threshold]) => [
            share,
            changed(threshold, after.thresholds[category as keyof CategoryThresholds][share as keyof typeof shares]),
          ]),
        ),
      ]),
    ),
  }
}
