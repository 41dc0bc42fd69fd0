import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { requireChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { signIn } from './console-page.ts'
import { phoneProcessor, slowNetwork } from './slow-phone.ts'

type PaintTimes = { frame: number; heading: number; screen: number; numbers: number }

/**
 * Milliseconds from the start of the navigation to `/insights` with an empty cache: until the browser paints the frame of
 * the console with placeholders (`msFirstPaint`, the first contentful paint), the heading in this frame (`msHeading`), the heading of the
 * screen itself (`msScreen`), and the numbers of the cards (`msNumbers`). On a slow network and a slow processor.
 */
export async function insightsPage(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  buildIfChanged()
  const url = (await stage.web()).url.replace('127.0.0.1', 'localhost')
  requireChromium()
  const browser = await chromium.launch(chromiumOptions())
  const times: PaintTimes[] = []
  try {
    const session = await signedIn(browser, url)
    for (let turn = 0; turn < rounds; turn++) times.push(await paint(browser, url, session))
  } finally {
    await browser.close()
  }
  const middle = (what: keyof PaintTimes) => round(median(times.map((time) => time[what])), 0)
  const [msFirstPaint, msHeading] = [middle('frame'), middle('heading')]
  const [msScreen, msNumbers] = [middle('screen'), middle('numbers')]
  return {
    name: 'insights-page',
    ours: msScreen,
    floor: null,
    ratio: null,
    unit: 'ms',
    rounds,
    msFirstPaint,
    msHeading,
    msScreen,
    msNumbers,
  }
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

async function signedIn(browser: Browser, url: string): Promise<SignedIn> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await signIn(await context.newPage(), url)
  const state = await context.storageState()
  await context.close()
  return state
}

/** A new context has an empty cache. */
async function paint(browser: Browser, url: string, storageState: SignedIn): Promise<PaintTimes> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    storageState,
    viewport: { width: 390, height: 844 },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowNetwork)
    await session.send('Emulation.setCPUThrottlingRate', { rate: phoneProcessor })
    await page.addInitScript(noteTimes)
    await page.goto(`${url}/insights`, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.painted?.numbers !== undefined, undefined, { timeout: 60_000 })
    return await page.evaluate(() => window.painted as PaintTimes)
  } finally {
    await context.close()
  }
}

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    painted?: Partial<PaintTimes>
  }
}

/** Runs before the scripts of the page. W3C Element Timing gives the time of the paint, not that of a later script. */
function noteTimes(): void {
  const painted: Partial<PaintTimes> = {}
  window.painted = painted
  new MutationObserver(() => {
    document.querySelector('.first-heading')?.setAttribute('elementtiming', 'heading')
    document.querySelector('main h1')?.setAttribute('elementtiming', 'screen')
    document.querySelector('main [data-number]')?.setAttribute('elementtiming', 'numbers')
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { identifier: 'heading' | 'screen' | 'numbers' })[])
      painted[entry.identifier] ??= entry.startTime
  }).observe({ type: 'element', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') painted.frame = startTime
  }).observe({ type: 'paint', buffered: true })
}
