import type { BrowserContext, Page } from '@playwright/test'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { insertSubmissions, launch, withConsoleOfProfile, withProfileFolder } from './console-page.ts'
import { phoneProcessor } from './slow-phone.ts'

const screen = '/submission?limit=50'
/** The submissions of a merchant who has worked for years. */
const manyRecords = 22_000
const search = 'Basket 117'

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    paintedAt?: number
  }
}

type Times = { ms: number; ms4x: number; msSearch4x: number }

/**
 * Milliseconds from the navigation to the painted list of submissions in a browser that has just been started, without a
 * connection and with everything from the service worker; `ms4x` with the processor slowed. `msSearch4x` is the time from the
 * typed search to its rows. `Many`: the same with 22,000 submissions on the device.
 */
export async function coldStart(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const few = await startsOf(stage, rounds)
  const many = await startsOf(stage, rounds, manyRecords)
  return {
    name: 'cold-start',
    ours: few.ms,
    floor: null,
    ratio: null,
    unit: 'ms',
    rounds,
    ms: few.ms,
    ms4x: few.ms4x,
    msMany: many.ms,
    ms4xMany: many.ms4x,
    msSearch4xMany: many.msSearch4x,
    manyRecords,
  }
}

function startsOf(stage: TestSystem, rounds: number, records = 0): Promise<Times> {
  return withProfileFolder(async (folder) => {
    const url = await withConsoleOfProfile(stage, folder, async ({ engine, url }) => {
      if (records > 0) {
        const list = await insertSubmissions(stage, records)
        await (await engine()).evaluate((list) => window.engine.keep(list), list)
      }
      return url
    })
    await settleIn(folder, url)
    const times: Times[] = []
    for (let i = 0; i <= rounds; i++) {
      const { ms } = await started(folder, url, 1)
      const slowed = await started(folder, url, phoneProcessor, records > 0)
      times.push({ ms, ms4x: slowed.ms, msSearch4x: slowed.msSearch })
    }
    // The first time the browser compiles the console.
    const middle = (what: keyof Times) => round(median(times.slice(1).map((time) => time[what])), 0)
    return { ms: middle('ms'), ms4x: middle('ms4x'), msSearch4x: middle('msSearch4x') }
  })
}

/** The console with the merchant's records is on the device, and the service worker serves it. */
async function settleIn(folder: string, url: string): Promise<void> {
  await inBrowser(folder, async (page) => {
    await page.goto(url + screen)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.goto(url + screen)
    await page.locator('main tbody tr[data-row]').first().waitFor({ timeout: 60_000 })
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  })
}

function started(folder: string, url: string, slower: number, searches = false) {
  return inBrowser(folder, async (page, context) => {
    await context.setOffline(true)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.addInitScript(watch)
    await page.goto(url + screen)
    const painted = await page.waitForFunction(() => window.paintedAt, undefined, { timeout: 120_000 })
    const ms = (await painted.jsonValue()) as number
    return { ms, msSearch: searches ? await searchTime(page) : 0 }
  })
}

async function searchTime(page: Page): Promise<number> {
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill(search)
  const startedAt = performance.now()
  await page.waitForFunction(
    (search) => {
      const rows = [...document.querySelectorAll('main tbody tr[data-row]')]
      return rows.length > 0 && rows.every((row) => row.textContent?.includes(search))
    },
    search,
    { timeout: 120_000 },
  )
  return performance.now() - startedAt
}

async function inBrowser<T>(folder: string, run: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await launch(folder, 'allow')
  try {
    return await run(context.pages()[0]!, context)
  } finally {
    await context.close()
  }
}

/** Runs in the page before the console: records the time of the frame after the first records are in the table. */
function watch(): void {
  const look = () => {
    const isThere = document.querySelector('main tbody tr[data-row]') !== null
    requestAnimationFrame(isThere ? () => (window.paintedAt = performance.now()) : look)
  }
  requestAnimationFrame(look)
}
