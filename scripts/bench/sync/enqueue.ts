import { insertSubmissions, withConsolePage } from '#scripts/bench/browser/console-page.ts'
import { type BenchEffort, type BenchResult, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'

const perRound = 200

/** Milliseconds until a captured submission is on the disk of Chromium, strictly durable: the median and the 99th percentile. */
export async function enqueueRecords(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return withConsolePage(stage, async ({ engine }) => {
    const page = await engine()
    const list = await insertSubmissions(stage, perRound)
    const times: number[] = []
    for (let i = 0; i < rounds; i++) times.push(...(await page.evaluate((list) => window.engine.capture(list), list)))
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))]!, 1)
    return {
      name: 'capture',
      ours: at(0.99),
      floor: null,
      ratio: null,
      unit: 'ms',
      rounds,
      p50: at(0.5),
      p99: at(0.99),
      captures: times.length,
    }
  })
}
