import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { phone } from './shopper-page.ts'

/** Closed with the test, because a fake camera is an argument of the whole browser. */
export async function withCamera(args: string[], run: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
  const options = chromiumOptions()
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...args] })
  try {
    await run(await browser.newPage(phone), browser)
  } finally {
    await browser.close()
  }
}
