import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'

/** An Assay that listens at `origin`, and a browser for its pages. */
export type BrowserSite = { site: TestApp; browser: Browser; origin: string; close(): Promise<void> }

/** Starts both. Close it after the tests. */
export async function startBrowserSite(): Promise<BrowserSite> {
  const site = await testApp()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.app.server.address() as AddressInfo
  const browser = await chromium.launch(chromiumOptions())
  return {
    site,
    browser,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await browser.close()
      await site.close()
    },
  }
}
