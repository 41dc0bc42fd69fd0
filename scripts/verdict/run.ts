import { parseArgs } from 'node:util'
import { drawSample } from './evaluation/sample.ts'
import { writeFigures } from './figures/write-figures.ts'
import { compareWithCases, readClosedCases } from './fit/closed-cases.ts'
import { writeCoefficients } from './fit/write-coefficients.ts'
import { worlds } from './worlds/all.ts'

/**
 * `npm run verdict -- fit` fits the score on simulated histories and writes shared/verdict/score/coefficients.json.
 * `npm run verdict -- fit --cases FILE` prints what decided warnings (`server/verify/calibration/closed-cases-command.ts`) would change in it, and writes nothing.
 * `npm run verdict -- figures` judges the verdict on other simulated histories and writes the tables of docs/verdict.md.
 */
const seeds = { fit: 2026, figures: 4711 }
const sizes = {
  fit: { honest: 1000, copied: 80, units: 30 },
  figures: { honest: 2000, copied: 120, units: 22 },
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { cases: { type: 'string' } } })
const [command] = positionals
if (command !== 'fit' && command !== 'figures') {
  console.error('Usage: npm run verdict -- fit [--cases FILE]|figures')
  process.exit(1)
}
// Read before the samples are drawn, which takes minutes.
const cases = values.cases === undefined ? undefined : await readClosedCases(values.cases)
const samples = worlds.map((world, n) =>
  drawSample(world, { ...sizes[command], isJudged: command === 'figures' }, seeds[command] + n),
)
if (cases && command === 'fit') {
  console.log(JSON.stringify(compareWithCases(samples, cases), null, 2))
} else if (command === 'fit') {
  const { card, bias, weights, red } = await writeCoefficients(samples, { sizes: sizes.fit, seed: seeds.fit })
  console.log(JSON.stringify({ roc: card.roc, bias, weights, red }, null, 2))
} else {
  await writeFigures(samples, { sizes: sizes.figures, seed: seeds.figures })
}
