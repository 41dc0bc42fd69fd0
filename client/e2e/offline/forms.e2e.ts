import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { syncBadge } from './field-work.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('builds a form, fills it in offline, sends it later and continues to activation [FO01 SU02 SU03]', async ({
  page,
  context,
}) => {
  await signInAsMerchant(page, { at: '/form' })
  await button(page, 'Add form').click()
  await page.getByRole('textbox', { name: 'Template Name' }).fill('Night tea')
  await page.getByRole('textbox', { name: 'Identifier label' }).fill('Crate')
  for (const name of ['Drying', 'Plucking']) {
    await button(page, 'Add section').click()
    await page.getByRole('textbox', { name: 'Section title' }).last().fill(name)
  }
  // Sections can also be moved by keyboard.
  await button(page, 'Drag Plucking').press('Space')
  const told = page.locator('[id^=DndLiveRegion]').first()
  await expect(told).toHaveText('Place 2 of 2')
  await page.keyboard.press('ArrowUp')
  await expect(told).toHaveText('Place 1 of 2')
  await page.keyboard.press('Space')
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toContainText('Plucking')
  await button(page, 'Add question').first().click()
  await page.getByRole('textbox', { name: 'Question title' }).fill('Grower')
  await page.locator('label', { hasText: 'Required' }).click()
  await button(page, 'Save').click()
  await expect(page.getByRole('row', { name: /Night tea/ })).toContainText('Synced')

  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(button(page, 'Create Submission')).toBeEnabled()
  await context.setOffline(true)
  await button(page, 'Create Submission').click()
  await page.getByRole('combobox', { name: 'Form template' }).selectOption('Night tea')
  await page.getByRole('textbox', { name: 'Crate' }).fill('C-1')
  await button(page, 'Save').click()
  // The new submission opens its first section.
  await expect(page.getByRole('region', { name: 'Plucking' })).toBeVisible()
  await syncBadge(page).click()
  await expect(page.getByRole('dialog')).toContainText('Submission C-1 · new')
  await page.keyboard.press('Escape')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'You have missing fields' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Grower' }).fill('Ada')
  await button(page, 'Next').click()
  await button(page, 'Save & Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview).toContainText('Ada')
  await expect(preview.getByRole('link', { name: 'Activate' })).toHaveAttribute('href', /submissionId=/)

  await context.setOffline(false)
  const row = page.getByRole('row', { name: /C-1/ })
  await preview.getByRole('button', { name: 'Close' }).click()
  // A device that was offline syncs at the latest after its maximum retry delay.
  await expect(row).toContainText('Synced', { timeout: 60_000 })
})
