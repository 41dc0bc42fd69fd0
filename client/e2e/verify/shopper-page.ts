import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'en-US' }

/** Opens a code like its QR code does; `complaints` are the errors that the browser reported. */
export async function scan(page: Page, code: string, query = ''): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`/v/${code}${query}`)
  await page.locator('.preloader').waitFor({ state: 'hidden' })
  return complaints
}

/** Asserts that the page fits and has no accessibility violations. */
export async function inspectPage(page: Page, name: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${name} scrolls sideways`).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(await accessibilityViolations(page), name).toEqual([])
}
