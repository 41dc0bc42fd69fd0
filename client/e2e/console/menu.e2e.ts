import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

/** Undefined while the page draws the console over its first frame. */
const widthOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.width

test('collapses the menu to icons on a desktop, and remembers it after a reload [SH07]', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsMerchant(page, { at: '/sku' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect.poll(() => widthOf(page, '.side-menu')).toBe(280)
  await expect(menu.getByText('Media')).toBeVisible()
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(() => widthOf(page, '.side-menu')).toBe(64)
  await expect(menu.getByText('Media')).toHaveCount(0)
  // The icons keep their names, for the pointer and for screen readers.
  await menu.getByRole('link', { name: 'Media' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Media')
  await page.reload()
  await expect.poll(() => widthOf(page, '.side-menu')).toBe(64)
  await menu.getByRole('link', { name: 'Media' }).click()
  await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect.poll(() => widthOf(page, '.side-menu')).toBe(280)
})

test('shows the menu of a phone as a drawer that closes with a choice [SH07]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsMerchant(page, { at: '/sku' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await page.locator('.top-bar').boundingBox())!.height).toBeGreaterThanOrEqual(46)
  await expect(page.locator('.side-menu')).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Media' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
})

test('leads from the settings back to the dashboard [SH05]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/settings/preferences' })
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})
