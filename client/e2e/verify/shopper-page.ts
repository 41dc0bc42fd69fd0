import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'en-US' }

/** Ends the bar that runs for 1.3 s over the result, whose time has its own test. */
export async function skipPreloader(page: Page): Promise<void> {
  const preloader = page.locator('.preloader')
  await preloader.evaluateAll((nodes) => {
    for (const node of nodes) for (const animation of node.getAnimations({ subtree: true })) animation.finish()
  })
  await preloader.waitFor({ state: 'hidden' })
}

/** Opens a code like its QR code does; `complaints` are the errors that the browser reported. */
export async function scan(page: Page, code: string, query = ''): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`/v/${code}${query}`)
  await skipPreloader(page)
  return complaints
}

/** Asserts that the page fits and has no accessibility violations. */
export async function inspectPage(page: Page, name: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${name} scrolls sideways`).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(await accessibilityViolations(page), name).toEqual([])
}
