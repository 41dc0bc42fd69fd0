import { expect } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

test('lists each code with its status, and shows its verify page in a frame [CO05]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/generatecode?search=demonstration' })
  // The seeded order of a product without a customization and without a recall.
  const order = page.getByRole('row').filter({ hasText: 'Mountain Oolong' }).filter({ hasText: 'Demonstration' })
  await order.getByRole('button', { name: /^Show the codes/ }).click()

  const dialog = page.getByRole('dialog')
  const frame = dialog.frameLocator('iframe')
  await expect(dialog.getByRole('row')).toHaveCount(11)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Pass!')
  await expect(frame.getByText('Highland Tea Company').first()).toBeVisible()

  // Half of the seeded codes are not active.
  for (let at = 0; at < 3; at++) await dialog.getByRole('button', { name: 'Next page' }).click()
  await dialog.getByRole('row').filter({ hasText: 'Inactive' }).first().getByRole('button').click()
  await expect(dialog.getByText('a shopper sees this after activation')).toBeVisible()
})
