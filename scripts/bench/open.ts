import { begunSubmissions, withConsole } from './console.ts'
import { type Effort, median, type Result, round } from './measure.ts'
import type { Stage } from './stage.ts'

const records = 11_000
const shown = 50

type Times = { ms: number; msScreen: number; msRows: number }
type Marks = { opened?: number; drawn?: number; shown?: number }
declare global {
  interface Window {
    marks: Marks
  }
}

/**
 * Milliseconds from asking for a closed database of 11,000 records until it is open and the first 50 submissions are read, each
 * time in a new page; and what a start of the console makes of it: `msScreen` from the opened database until they are painted,
 * with the whole screen drawn in between, `msRows` from the moment that the screen without its rows is there too.
 */
export async function open(stage: Stage, { rounds }: Effort): Promise<Result> {
  return withConsole(stage, async ({ page, engine, url }) => {
    const list = await begunSubmissions(stage, records)
    await (await engine()).evaluate((list) => window.engine.keep(list), list)
    await page.addInitScript(watch, shown)
    const times: Times[] = []
    for (let i = 0; i <= rounds; i++) {
      await page.goto(`${url}/submission?limit=${shown}`)
      await page.waitForFunction(() => window.marks.shown !== undefined)
      const { opened, drawn, shown: painted } = await page.evaluate(() => window.marks as Required<Marks>)
      const ms = await (await engine()).evaluate((limit) => window.engine.firstPage(limit), shown)
      times.push({ ms, msScreen: painted - opened, msRows: painted - Math.max(opened, drawn) })
    }
    // The first time the browser compiles the console.
    const middle = (what: keyof Times) => round(median(times.slice(1).map((time) => time[what])), 1)
    const [ms, msScreen, msRows] = [middle('ms'), middle('msScreen'), middle('msRows')]
    return {
      ...{ name: 'open', ours: ms, floor: null, ratio: null, unit: 'ms', rounds },
      ...{ ms, msScreen, msRows, records, shown },
    }
  })
}

/** Runs in the page before the console: notes when its database is open, and when so many rows stand in the table. */
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
