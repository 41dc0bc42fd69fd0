import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { launch, signIn } from './console-page.ts'

/** CPU slowdown factor of a phone. */
const phone = 4
const screen = '/submission?limit=50'

declare global {
  interface Window {
    paintedAt?: number
  }
}

/**
 * Milliseconds from the navigation to the painted list of submissions in a browser that has just been started, without a
 * connection and with everything from the service worker; `ms4x` with the processor slowed.
 */
export async function coldStart(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  buildIfChanged()
  const url = (await stage.web()).url.replace('127.0.0.1', 'localhost')
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-cold-'))
  try {
    await settleIn(folder, url)
    const [times, slowed]: [number[], number[]] = [[], []]
    for (let i = 0; i <= rounds; i++) {
      times.push(await started(folder, url, 1))
      slowed.push(await started(folder, url, phone))
    }
    // The first time the browser compiles the console.
    const ms = round(median(times.slice(1)), 0)
    const ms4x = round(median(slowed.slice(1)), 0)
    return { ...{ name: 'cold-start', ours: ms, floor: null, ratio: null, unit: 'ms', rounds }, ms, ms4x }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signed in, with the console and the merchant's records on the device. */
async function settleIn(folder: string, url: string): Promise<void> {
  const context = await launch(folder, 'allow')
  try {
    const page = context.pages()[0]!
    await signIn(page, url)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.goto(url + screen)
    await page.locator('main tbody tr[data-row]').first().waitFor({ timeout: 60_000 })
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  } finally {
    await context.close()
  }
}

async function started(folder: string, url: string, slower: number): Promise<number> {
  const context = await launch(folder, 'allow')
  try {
    const page = context.pages()[0]!
    await context.setOffline(true)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.addInitScript(watch)
    await page.goto(url + screen)
    return await paintedAt(page)
  } finally {
    await context.close()
  }
}

async function paintedAt(page: Page): Promise<number> {
  const painted = await page.waitForFunction(() => window.paintedAt, undefined, { timeout: 120_000 })
  return (await painted.jsonValue()) as number
}

/** Runs in the page before the console: records the time of the frame after the first records are in the table. */
function watch(): void {
  const look = () => {
    const isThere = document.querySelector('main tbody tr[data-row]') !== null
    requestAnimationFrame(isThere ? () => (window.paintedAt = performance.now()) : look)
  }
  requestAnimationFrame(look)
}
