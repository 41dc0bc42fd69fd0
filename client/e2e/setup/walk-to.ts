import { expect, type Page } from '@playwright/test'

/** Opens an address inside the console, as its links do: much faster than a new load of the page. */
export async function openInside(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The same for a screen with another heading; resolves when that has replaced the previous one. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await openInside(page, path)
  await expect(page.locator('h1[data-left]'), path).toHaveCount(0)
}

/**
 * Searches the list of the screen for words that only one row has. Resolves when the found list has replaced the list before, whose
 * rows have other heights: a press meanwhile may meet another element.
 */
export async function searchOne(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words)
  await expect(page.locator('[data-row]')).toHaveCount(1)
}
