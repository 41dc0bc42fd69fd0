import type { BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium } from '#scripts/test/chromium.ts'
import { newestMemory } from '#server/verify/scans/visitors.fixture.ts'
import { type BrowserSite, startBrowserSite } from '#server/verify/test/browser-site.ts'
import { type PrintedCode, product } from '#server/verify/verify.fixture.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'

let started: BrowserSite
beforeAll(async () => {
  started = await startBrowserSite()
})
afterAll(() => started?.close())

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const newCode = async () => (await product(started.site)).active[0]!
const urlOf = ({ printed, secret }: PrintedCode) => `${started.origin}/verify?a=${printed}&p=${secret}`

/** A page, and the number of times that its browser told. Playwright does not see what a beacon contains. */
async function newPage(options: BrowserContextOptions = {}): Promise<{ page: Page; told: () => number }> {
  const page = await started.browser.newPage({ userAgent, ...options })
  let told = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/tag/seen')) told += 1
  })
  return { page, told: () => told }
}

async function seenVisits({ address }: PrintedCode): Promise<boolean[]> {
  const memory = (await newestMemory(started.site, address)) ?? { visit_log: null, visits: null }
  return restoreVisitLog(memory, []).visits.map(({ isUnseen }) => !isUnseen)
}

describe.skipIf(!hasChromium())('a page in a browser [VD04]', () => {
  it('tells once that it was seen', async () => {
    const code = await newCode()
    const { page, told } = await newPage()
    await page.clock.install()
    await page.goto(urlOf(code))
    expect(await seenVisits(code)).toEqual([false])
    await page.clock.runFor(1100)
    await expect.poll(() => seenVisits(code)).toEqual([true])
    await page.mouse.click(5, 5)
    await page.clock.runFor(10_000)
    expect(told()).toBe(1)
    await page.context().close()
  })

  it('tells nothing without a script, and its visit counts half', async () => {
    const code = await newCode()
    const { page, told } = await newPage({ javaScriptEnabled: false })
    await page.goto(urlOf(code), { waitUntil: 'networkidle' })
    await page.mouse.click(5, 5)
    expect(await seenVisits(code)).toEqual([false])
    expect(told()).toBe(0)
    await page.context().close()
  })

  it('tells nothing about a code without a history', async () => {
    const { inactive } = await product(started.site)
    const { page, told } = await newPage()
    await page.clock.install()
    await page.goto(urlOf(inactive))
    await page.mouse.click(5, 5)
    await page.clock.runFor(10_000)
    expect(told()).toBe(0)
    await page.context().close()
  })
})
