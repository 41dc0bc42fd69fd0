import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant } from '#client/e2e/setup/new-merchant.ts'
import { enter, signIn } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { authContract } from '#shared/auth/contract.ts'

const said = (page: Page, words: string) => expect(page.getByTestId('notification').getByText(words)).toBeVisible()
const list = (page: Page) => page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')

test('signs out one device and then all others, and keeps the own session [AU06]', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await signIn(page, email, password)
  await page.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()
  const phone = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await enter(phone, { email, password })
  await phone.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()
  await walkTo(page, '/settings')
  // This browser, the other one, and the one that confirmed the address, twice.
  await expect(page.getByText('This device')).toHaveCount(1)
  const before = await list(page).count()
  expect(before).toBeGreaterThanOrEqual(3)
  await page
    .getByRole('button', { name: /^Sign out: / })
    .first()
    .click()
  await said(page, 'The device was signed out')
  await expect(list(page)).toHaveCount(before - 1)

  await page.route('**/api/auth/sessions/end-others', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByTestId('notification').last()).toBeVisible()
  await expect(list(page)).toHaveCount(before - 1)
  await page.unroute('**/api/auth/sessions/end-others')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await said(page, 'All other devices were signed out')
  await expect(list(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0)

  await phone.goto('/settings')
  await expect(phone.getByRole('heading', { name: 'General settings' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
  await phone.context().close()
})

test('keeps a persistent session after the browser ends, and ends a session that is not persistent [AU01]', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  const outlives = async (one: Page) =>
    new Set(
      (await one.context().cookies())
        .filter(({ name }) => name !== 'assay-device')
        .map(({ expires }) => expires > Date.now() / 1000 + 86_400),
    )
  await signIn(page, email, password, { keep: true })
  await page.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()
  expect(await outlives(page)).toEqual(new Set([true]))
  await signIn(other, email, password)
  await other.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()
  expect(await outlives(other)).toEqual(new Set([false]))
  await other.context().close()
})

test('ends the other sessions when the password changes, and shows errors beside their fields [AU04]', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await enter(page, { email, password }, { at: '/settings' })
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await enter(other, { email, password })
  await other.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: false }).first().fill(value)
  const update = dialog.getByRole('button', { name: 'Update Password' })
  await update.click()
  await expect(dialog.getByText('Please fill in the current password')).toBeVisible()
  await expect(dialog.getByText('Please fill in the new password')).toBeVisible()
  await expect(dialog.getByText('Please retype the password')).toBeVisible()
  await fill('Current password', 'Wrong-horse-9')
  await fill('New password', 'New-horse-2026')
  await fill('Retype password', 'New-horse-2027')
  await update.click()
  await expect(dialog.getByText('The passwords do not match')).toBeVisible()
  await fill('Retype password', 'New-horse-2026')
  await update.click()
  await said(page, 'The current password is not correct')
  await fill('Current password', password)
  await update.click()
  await said(page, 'Your password has been changed. Other devices were signed out.')
  await expect(list(page)).toHaveCount(1)

  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'General settings' })).toHaveCount(0)
  const strangers = createApi(authContract, sender(baseURL!))
  await expect(strangers.signIn({ body: { identifier: email, password } })).rejects.toMatchObject({
    code: 'auth.wrong',
  })
  await other.context().close()
})
