import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { deniedPaths } from '#client/e2e/setup/screen-paths.ts'
import { enter, signIn, signInAs, signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'
import { openInside, walkTo } from '#client/e2e/setup/walk-to.ts'

/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)
const password = 'Secret-pass-1'

const said = (page: Page, words: string) => expect(page.getByTestId('notification').getByText(words)).toBeVisible()

test('adds, edits, confirms and blocks a user as administrator [AD05]', async ({ page, browser, administrator }) => {
  const email = `ada-${run}@tea.example`
  await signInAsAdministrator(page, administrator, '/user')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByText('Please select a role')).toBeVisible()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Ada')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('merchant')
  await dialog.getByLabel('Business name').fill(`Tea ${run}`)
  await dialog.getByLabel('Password', { exact: false }).first().fill(password)
  await dialog.getByLabel('Retype password').fill('Another-pass-1')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByText('The passwords do not match')).toBeVisible()
  await dialog.getByLabel('Retype password').fill(password)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await said(page, 'User added')

  const row = page.getByRole('row', { name: new RegExp(email) })
  await row.getByText('Not confirmed', { exact: true }).click()
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Ada' })
  await editing.getByLabel('Name', { exact: false }).first().fill('Ada Lim')
  await editing.getByRole('button', { name: 'Save user' }).click()
  await said(page, 'User updated')

  // An empty password field keeps the password, so the user can sign in until they are blocked.
  const own = await (await browser.newContext()).newPage()
  await enter(own, { email, password }, { at: '/support' })
  await expect(own.getByTestId('whoami')).toHaveText(email)
  // The switch changes immediately; the account is blocked after the response.
  const blocked = page.waitForResponse((answer) => answer.url().includes('/user/blockedswitch/') && answer.ok())
  await row.getByText('Active', { exact: true }).click()
  await blocked
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  await own.goto('/brand')
  await expect(own.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await signIn(own, email, password)
  await said(own, 'Your account has been blocked. Please contact support.')
  await own.context().close()
})

test('checks every row of a CSV of users, and adds the good ones with one button [AD05]', async ({
  page,
  administrator,
}) => {
  await signInAsAdministrator(page, administrator, '/user')
  await page.getByRole('button', { name: 'Add CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add users from a CSV file' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'u.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('name,email\nAda,a@b.example')
  await expect(dialog.getByText('Expected column is missing! Please check header column names')).toBeVisible()
  const line = (name: string, role: string) => `${name},${role},${name}-${run}@bulk.example,Bulk ${run},${password}`
  await choose(
    ['name,role,email,businessName,password', line('a', 'merchant'), line('a', 'dealer'), line('c', 'dealer')].join(
      '\n',
    ),
  )
  await expect(dialog.getByText('Row 2 has the same email address', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the 2 good users' }).click()
  await expect(dialog.getByText('2 users added', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('searchbox').fill(`${run}@bulk.example`)
  await expect(page.getByRole('row', { name: new RegExp(`a-${run}@bulk`) })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`c-${run}@bulk`) })).toBeVisible()
})

test('shows dealers and customer service only the screens and actions that they may use [AD06]', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'dealer')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Activate Codes' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Media' })).toHaveCount(0)
  for (const path of deniedPaths('dealer')) {
    await openInside(page, path)
    await expect(page.getByRole('heading', { name: 'Error 404' }), path).toBeVisible()
    await expect(page, path).toHaveURL(/\/error$/)
  }
  // No form that they cannot use, but the orders.
  await page.goto('/generatecode')
  await expect(page.getByText('Only the merchant account can generate codes.')).toBeVisible()
  await expect(page.getByTestId('generate')).toHaveCount(0)

  const care = await (await browser.newContext()).newPage()
  await signInAs(care, 'customerservice', { at: '/sku' })
  await expect(care.getByRole('button', { name: 'Add SKU' })).toBeDisabled()
  await walkTo(care, '/generatecode')
  await expect(care.getByRole('button', { name: /^Download the codes/ }).first()).toBeDisabled()
  await walkTo(care, '/activatecode')
  await expect(care.getByText('You can view activations but not create them.')).toBeVisible()
  await expect(care.locator('input[type=file]')).toHaveCount(0)
  await expect(care.getByRole('table', { name: 'Activation History' })).toBeVisible()
  await walkTo(care, '/settings/business')
  await expect(care.getByLabel('Contact number')).toBeDisabled()
  await expect(care.getByRole('button', { name: 'Save' })).toBeDisabled()
  await care.context().close()
})
