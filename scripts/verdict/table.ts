import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Evaluation, evaluate } from './evaluate.ts'
import { honestScenarios } from './honest-scenarios.ts'
import type { Rates } from './simulate-item.ts'

/** `node scripts/verdict/table.ts` runs all simulations and writes the results into docs/verdict.md. */
const items = { honest: 4000, copies: 4000 }
const file = join(import.meta.dirname, '../../docs/verdict.md')
const [begin, end] = ['<!-- figures: node scripts/verdict/table.ts -->', '<!-- end of figures -->']

function figures({ honest, falseAlarm, copies, hard }: Evaluation): string {
  const shareOf = (story: string) => `${(100 * honestScenarios[story]!.share).toFixed(1)} %`
  return [
    table('Honest items', 'share', [
      ...Object.entries(honest).map(([story, rates]) => [story, shareOf(story), rates] as const),
      ['**all honest items**', '100 %', falseAlarm] as const,
    ]),
    table('Copied labels, all markets and durations', '', [
      ...Object.entries(copies).map(([scans, rates]) => [`${scans} scans`, '', rates] as const),
    ]),
    table('Copied labels with exactly 20 scans', '', [
      ...Object.entries(hard).map(([sale, rates]) => [sale, '', rates] as const),
    ]),
  ].join('\n\n')
}

function table(title: string, second: string, rows: readonly (readonly [string, string, Rates])[]): string {
  const percent = (value: number) => `${(100 * value).toFixed(2)}`
  return [
    `| ${title} | ${second} | visitors | travel | **any default rule** | suspected copy | market, where set |`,
    '|---|---|---:|---:|---:|---:|---:|',
    ...rows.map(
      ([name, extra, { visitors, travel, whole, suspected, market }]) =>
        `| ${name} | ${extra} | ${[visitors, travel].map(percent).join(' | ')} | **${percent(whole)}** | ${percent(suspected)} | ${percent(market)} |`,
    ),
  ].join('\n')
}

const page = await readFile(file, 'utf8')
const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
await writeFile(file, `${before}${begin}\n\n${figures(evaluate(items))}\n\n${after}`)
