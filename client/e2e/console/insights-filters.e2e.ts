import { expect } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

test('moves no other filter when a date is missing [IN01]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/insights' })
  await page.getByLabel('Date range').selectOption({ value: 'own' })
  const sku = page.getByLabel('SKU', { exact: true })
  const before = await sku.boundingBox()
  const form = page.getByRole('form', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(2)
  expect(await sku.boundingBox()).toEqual(before)
})
