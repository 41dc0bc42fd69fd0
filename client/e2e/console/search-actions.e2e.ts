import { expect } from '@playwright/test'
import { screens } from '#client/app/screens.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { searchText } from '#shared/search/text.ts'

/** What a press on each action has to show: a dialog, or the heading of its screen. */
const actions = screens
  .filter(({ access }) => hasAccess(access, 'merchant'))
  .flatMap(({ actions = [] }) => actions.map(({ action, to }) => ({ name: searchText.enUS[action], to })))

test('starts each action from the search', async ({ page }) => {
  await signInAsMerchant(page)
  const search = page.getByRole('combobox', { name: 'Search' })
  const dialog = page.getByRole('dialog').filter({ hasNot: search })
  for (const { name, to } of actions) {
    await page.keyboard.press('Control+k')
    await search.fill(name)
    await page.getByRole('option', { name: `Action ${name}` }).click()
    await expect(page, name).toHaveURL((url) => url.pathname === new URL(to, 'http://x').pathname)
    if (!to.includes('open=') && !to.includes('new=')) {
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      continue
    }
    await expect(dialog, name).toBeVisible()
    await expect(page, name).toHaveURL((url) => !url.searchParams.has('open'))
    await page.keyboard.press('Escape')
    await expect(dialog, name).toBeHidden()
  }
})
