import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { customizedProduct } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, median, round } from '#scripts/bench/setup/measure.ts'
import { createScannablePaths } from '#scripts/bench/setup/pending-codes.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { requireChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { phoneProcessor, slowNetwork } from './slow-phone.ts'

const dist = 'dist/verify/client'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/**
 * Milliseconds from the start of the navigation until the browser paints the verdict of a page that its brand has filled (W3C
 * Element Timing: a measurement from outside would include scripts that run after the painting), and kB of JavaScript (brotli)
 * that the page loads at its start.
 */
export async function verifyPage(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  buildIfChanged()
  const { url } = await stage.web()
  const path = (await createScannablePaths(stage, 1, customizedProduct))[0]!.replace('/api/tag/verify', '/verify')
  requireChromium()
  const browser = await chromium.launch(chromiumOptions())
  const times: number[] = []
  try {
    for (let turn = 0; turn < rounds; turn++) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowNetwork)
      await session.send('Emulation.setCPUThrottlingRate', { rate: phoneProcessor })
      await page.addInitScript(recordFirstPaint)
      await page.goto(url + path, { waitUntil: 'commit' })
      times.push(await page.evaluate(() => window.verdictPainted))
      await page.close()
    }
  } finally {
    await browser.close()
  }
  const ours = round(median(times), 0)
  return { name: 'verify-page', ours, floor: null, ratio: null, unit: 'ms', rounds, javascriptKb: round(scriptKb(), 1) }
}

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    verdictPainted: Promise<number>
  }
}

/** Runs before the scripts of the page. */
function recordFirstPaint(): void {
  new MutationObserver(() => {
    document.querySelector('header.verdict h1')?.setAttribute('elementtiming', 'verdict')
  }).observe(document, { childList: true, subtree: true })
  window.verdictPainted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) resolve(entry.startTime)
    }).observe({ type: 'element', buffered: true })
  })
}

/** The entry and all its static imports. */
function scriptKb(): number {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const wanted = Object.keys(manifest).filter((key) => manifest[key]!.isEntry)
  for (const key of wanted)
    for (const next of manifest[key]!.imports ?? []) if (!wanted.includes(next)) wanted.push(next)
  const files = wanted.map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js'))
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0) / 1000
}
