import { insertSubmissions, withConsolePage } from '#scripts/bench/browser/console-page.ts'
import { slowLink } from '#scripts/bench/browser/slow-link.ts'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'

const operations = 10_000
/** A phone on 3G: 750 kbit/s up, bytes a second. */
const uplink = 750_000 / 8

/** Milliseconds until 10,000 queued operations of a browser are acknowledged: over loopback, and over a slow uplink. */
export async function syncUpload(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return withConsolePage(stage, async ({ engine, url }) => {
    const drained = async (at?: string): Promise<number> => {
      const list = await insertSubmissions(stage, operations)
      const page = await engine(at)
      await page.evaluate((list) => window.engine.queue(list), list)
      const { ms, left } = await page.evaluate(() => window.engine.drain())
      await page.evaluate(() => window.engine.forget())
      if (left > 0) throw new Error(`${left} operations were not acknowledged`)
      return ms
    }
    const times: number[] = []
    for (let i = 0; i < rounds; i++) times.push(await drained())
    const link = await slowLink(url, uplink)
    try {
      const msSlow = await drained(link.url)
      const ms = round(median(times), 0)
      return {
        name: 'sync-drain',
        ours: ms,
        floor: null,
        ratio: null,
        unit: 'ms',
        rounds,
        ms,
        msSlow: round(msSlow, 0),
        operations,
        perSecond: round((operations / ms) * 1000, 0),
      }
    } finally {
      await link.close()
    }
  })
}
