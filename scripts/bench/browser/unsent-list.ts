import type { CDPSession, Page } from '@playwright/test'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { insertSubmissions, withConsolePage } from './console-page.ts'
import { phoneProcessor } from './slow-phone.ts'

const operations = 5_000

type Figures = { msOpen: number; elements: number; megabytes: number; msImport: number }

/**
 * Milliseconds from the press on the badge until the list of 5,000 unsent operations is painted and answers a press, with the
 * processor of a phone; the elements and the JavaScript heap of the page then; and the milliseconds to import a file of them.
 */
export async function unsentList(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  return withConsolePage(stage, async ({ page, engine, url }) => {
    const list = await insertSubmissions(stage, operations)
    const cdp = await page.context().newCDPSession(page)
    await page.context().route('**/api/sync/**', (route) => route.abort())
    const figures: Figures[] = []
    for (let i = 0; i <= rounds; i++) {
      await (await engine()).evaluate((list) => window.engine.queue(list), list)
      const opened = await openedList(page, cdp, url)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save a copy to a file' }).click()
      const file = await (await saving).path()
      await (await engine()).evaluate(() => window.engine.forget())
      figures.push({ ...opened, msImport: await importTime(page, cdp, url, file) })
      await (await engine()).evaluate(() => window.engine.forget())
    }
    // The first time the browser compiles the console.
    const middle = (what: keyof Figures) => round(median(figures.slice(1).map((one) => one[what])), 0)
    const msOpen = middle('msOpen')
    return {
      name: 'unsent-list',
      ours: msOpen,
      floor: null,
      ratio: null,
      unit: 'ms',
      rounds,
      msOpen,
      operations,
      elements: middle('elements'),
      megabytes: middle('megabytes'),
      msImport: middle('msImport'),
    }
  })
}

async function openedList(page: Page, cdp: CDPSession, url: string): Promise<Omit<Figures, 'msImport'>> {
  await page.goto(`${url}/submission`)
  await page.locator('[data-testid=sync-badge][data-unsent]').waitFor({ timeout: 60_000 })
  await page.locator('main tbody tr[data-row]').first().waitFor({ timeout: 60_000 })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phoneProcessor })
  const startedAt = performance.now()
  await page.getByTestId('sync-badge').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('listitem').first().waitFor({ timeout: 120_000 })
  // The answer to a press comes after everything that the page has to do before.
  await panel.getByRole('heading', { name: 'Unsent work' }).click({ timeout: 120_000 })
  const msOpen = performance.now() - startedAt
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { msOpen, elements, megabytes: usedSize / 1e6 }
}

async function importTime(page: Page, cdp: CDPSession, url: string, file: string): Promise<number> {
  await page.goto(`${url}/submission`)
  await page.getByTestId('sync-badge').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import copy' }).waitFor()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phoneProcessor })
  const startedAt = performance.now()
  await page.getByLabel('Import copy').setInputFiles(file)
  await page
    .getByText('5,000 records imported')
    .or(page.getByText('5000 records imported'))
    .waitFor({ timeout: 120_000 })
  const ms = performance.now() - startedAt
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return ms
}
