import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { insertSubmissions, withConsolePage } from './console-page.ts'

const records = 11_000
const shown = 50

type Times = { ms: number; msRows: number; msRead: number }
type Marks = { opened?: number; drawn?: number; shown?: number }
declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    marks: Marks
  }
}

/**
 * Milliseconds from the opened database until the restarted console shows the first 50 of 11,000 submissions. The whole screen
 * is drawn in this time. `msRows` counts from the moment when the screen without its rows is shown. `msRead` is the part of the
 * data, from the request for the closed database until the 50 are read.
 */
export async function openList(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return withConsolePage(stage, async ({ page, engine, url }) => {
    const list = await insertSubmissions(stage, records)
    await (await engine()).evaluate((list) => window.engine.keep(list), list)
    await page.addInitScript(watch, shown)
    const times: Times[] = []
    for (let i = 0; i <= rounds; i++) {
      await page.goto(`${url}/submission?limit=${shown}`)
      await page.waitForFunction(() => window.marks.shown !== undefined)
      const { opened, drawn, shown: painted } = await page.evaluate(() => window.marks as Required<Marks>)
      const msRead = await (await engine()).evaluate((limit) => window.engine.firstPage(limit), shown)
      times.push({ ms: painted - opened, msRows: painted - Math.max(opened, drawn), msRead })
    }
    // The first time the browser compiles the console.
    const middle = (what: keyof Times) => round(median(times.slice(1).map((time) => time[what])), 1)
    const [ms, msRows, msRead] = [middle('ms'), middle('msRows'), middle('msRead')]
    return {
      name: 'open',
      ours: ms,
      floor: null,
      ratio: null,
      unit: 'ms',
      rounds,
      ms,
      msRows,
      msRead,
      records,
      shown,
    }
  })
}

/** Runs in the page before the console: records when its database is open, and when this number of rows is in the table. */
function watch(rows: number): void {
  const marks: Marks = {}
  window.marks = marks
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given)
    if (given[0].startsWith('assay-')) {
      request.addEventListener('success', () => {
        marks.opened ??= performance.now()
      })
    }
    return request
  }
  const look = () => {
    if (document.querySelector('main table')) marks.drawn ??= performance.now()
    if (marks.opened !== undefined && document.querySelectorAll('main tbody tr').length >= rows) {
      marks.shown ??= performance.now()
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
