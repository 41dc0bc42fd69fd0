import { expect } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { registeredMerchant } from '#client/e2e/setup/registered-merchant.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'

const company = `Program Tea ${Date.now().toString(36)}`

test('makes, copies, replaces and deletes an API key, which works until then', async ({ page, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email, password } = await registeredMerchant(baseURL!, company)
  await enter(page, { email, password }, { at: '/settings/keys' })
  await page.getByRole('button', { name: 'Create a key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByRole('button', { name: 'Create a key' }).click()
  await expect(form.getByText('Choose at least one thing that the program may do')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByLabel('Name').fill('ERP')
  await form.getByRole('checkbox', { name: 'Products, trademarks, files: read' }).check({ force: true })
  await form.getByRole('button', { name: 'Create a key' }).click()

  const shown = page.getByRole('alertdialog', { name: 'Copy the key now' })
  const key = (await shown.getByTestId('secret').textContent())!
  await shown.getByRole('button', { name: 'Copy the key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  expect(await accessibilityViolations(page)).toEqual([])
  await shown.getByRole('button', { name: 'I have stored the key' }).click()
  const statusOf = async (sent: string) => {
    const answer = await page.request.get('/api/sku', { headers: { authorization: `Bearer ${sent}` } })
    return answer.status()
  }
  expect(await statusOf(key)).toBe(200)
  await page.reload()
  await expect(page.getByText(`${key.slice(0, 10)}…`)).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByText('Products, trademarks, files: read')).toBeVisible()

  const menu = page.getByRole('button', { name: /ERP/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  const next = (await shown.getByTestId('secret').textContent())!
  await shown.getByRole('button', { name: 'I have stored the key' }).click()
  expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200])
  await expect(page.getByText(/The old key is valid until/)).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('There are no API keys yet')).toBeVisible()
  expect([await statusOf(key), await statusOf(next)]).toEqual([401, 401])
})
