import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sizes, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { scoreBy } from '#scripts/verdict/fit/fit-score.ts'
import type { ScoreLine } from '#scripts/verdict/fit/logistic.ts'
import coefficients from '#shared/verdict/score/coefficients.json' with { type: 'json' }
import { termNames } from '#shared/verdict/score/score.ts'
import { poisoningTable, washingTable } from './attack-tables.ts'
import { categoryTable, contaminationTable } from './calibration-tables.ts'
import { detectionTable, mixTable } from './detection-tables.ts'
import { honestTable, precisionTable } from './engine-tables.ts'

const file = join(import.meta.dirname, '../../../docs/verdict.md')
const [begin, end] = ['<!-- figures: npm run verdict -- figures -->', '<!-- end of figures -->']

/** Judges the score and the engine, and writes the tables between the marks in docs/verdict.md. */
export async function writeFigures(samples: readonly WorldSample[], { sizes, seed }: { sizes: Sizes; seed: number }) {
  const line: ScoreLine = { bias: coefficients.bias, weights: termNames.map((name) => coefficients.weights[name]) }
  const measure = scoreBy(line)
  const honest = samples.reduce((sum, sample) => sum + sample.honest.length, 0)
  const copied = samples.reduce((sum, sample) => sum + sample.copied.length, 0)
  const chapters = [
    `${honest} honest items and ${copied} copied labels in ${samples.length} worlds, seed ${seed}. Percent, in brackets with 95 % intervals.`,
    '### The score against plain counts\n\nEach threshold is chosen on one half of the honest items, and its share of warnings measured on the other.',
    detectionTable(samples, line),
    '### By market and duration',
    mixTable(samples, line),
    '### The engine with its default settings: honest items ever warned about',
    honestTable(samples),
    '### How often a warning is right\n\nIf one label in 100, 1,000 or 10,000 is copied, after 20 scanned items.',
    precisionTable(samples),
    '### Thresholds from the own items of a SKU\n\nAt 0.5 % accepted warnings; copies: noticed after 12 scanned items.',
    categoryTable(samples, measure),
    '### Copies from the first week',
    contaminationTable(samples, measure),
    '### Attempts to make a genuine item look copied\n\nEach look with another browser; the networks are in many countries.',
    poisoningTable(),
    '### Attempts to hide copies',
    washingTable(measure, sizes.copied),
  ]
  const page = await readFile(file, 'utf8')
  const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
  await writeFile(file, `${before}${begin}\n\n${chapters.join('\n\n')}\n\n${after}`)
}
