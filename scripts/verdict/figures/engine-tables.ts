import { largestAfter, type Measure, unitCounts } from '#scripts/verdict/evaluation/detection.ts'
import { type Rate, rateOf } from '#scripts/verdict/evaluation/interval.ts'
import { baseRates, precisionAt } from '#scripts/verdict/evaluation/precision.ts'
import type { SimulatedItem, WorldSample } from '#scripts/verdict/evaluation/sample.ts'
import { percent, rateSeries, table, withInterval } from './markdown.ts'

/** The levels of the engine as a measure: 1 for a caution, 2 for a suspected copy. */
const levels: Measure = ({ level }) => (level === 'suspected_copy' ? 2 : level === 'caution' ? 1 : 0)
const words = [
  ['warned', 1],
  ['suspected copy', 2],
] as const

const reaching = (items: readonly SimulatedItem[], least: number, units = Number.POSITIVE_INFINITY): Rate =>
  rateOf(items.map(({ weight, steps }) => ({ weight, holds: largestAfter(steps, levels, units) >= least })))

/** Honest items that the engine with its default settings ever warns about. */
export function honestTable(samples: readonly WorldSample[]): string {
  const rows = samples.flatMap(({ world, honest }) => [
    ...[...Map.groupBy(honest, ({ kind }) => kind)].map(([kind, items]) => [
      world.name,
      kind,
      percent(world.honest[kind]!.share, 1),
      ...words.map(([, least]) => withInterval(reaching(items, least))),
    ]),
    [
      world.name,
      '**all honest items**',
      '100',
      ...words.map(([, least]) => `**${withInterval(reaching(honest, least))}**`),
    ],
  ])
  return table(['world', 'honest items', 'share', ...words.map(([word]) => word)], rows)
}

/** Copies that the engine notices, and how often its warnings are right. */
export function precisionTable(samples: readonly WorldSample[]): string {
  const rows = samples.flatMap(({ world, honest, copied }) =>
    words.map(([word, least]) => {
      const detected = unitCounts.map((units) => reaching(copied, least, units))
      const wrong = reaching(honest, least)
      const precision = baseRates.map((oneIn) => {
        if (wrong.rate === 0 && detected.at(-1)!.rate === 0) return 'never shown'
        return withInterval(precisionAt(oneIn, wrong, detected.at(-1)!), 0)
      })
      return [world.name, word, rateSeries(detected), ...precision]
    }),
  )
  return table(
    [
      'world',
      'result',
      `copies after ${unitCounts.join(' / ')} items`,
      ...baseRates.map((oneIn) => `right at 1 : ${oneIn.toLocaleString('en')}`),
    ],
    rows,
  )
}
