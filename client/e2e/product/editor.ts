import { expect, type Locator, type Page } from '@playwright/test'
import { ownProducts } from './own-products.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const previewFrame = (page: Page) => page.frameLocator('iframe[title="What a shopper sees"]')
export const block = (page: Page, place: number) =>
  page
    .getByRole('list', { name: 'Blocks', exact: true })
    .locator('> li')
    .nth(place - 1)

/** Reads the text of a confirmation dialog, and confirms it. */
export async function answerDialog(page: Page, words: string, choice = 'Yes'): Promise<void> {
  const dialog = page.getByRole('alertdialog').filter({ hasText: words })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: choice, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Images are loaded when they are scrolled into view. */
export async function expectImageLoaded(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(512)
}

export const expectNotification = (page: Page, words: string) =>
  expect(page.getByTestId('notification').getByText(words)).toBeVisible()

/** Opens the editor of a product that is created for this test and removed afterwards. */
export async function withEditor(page: Page, name: string, design: () => Promise<void>): Promise<void> {
  const own = await ownProducts(page, [name])
  try {
    await page.goto(`/customization?edit=${own.products[0]!.id}`)
    await design()
  } finally {
    await own.remove()
  }
}
