import { expect } from '@playwright/test'
import { createApi } from '#client/core/api.ts'
import { authContract } from '#shared/auth/contract.ts'
import { businessContract } from '#shared/business/contract.ts'
import { test } from './assay.ts'
import { sender } from './sender.ts'

test('AU02 AU03 the confirmation mail lies in the mailbox page, and its link confirms the address', async ({
  page,
  baseURL,
}) => {
  const api = createApi(authContract, sender(baseURL!))
  const email = 'newcomer@example.com'
  const password = 'Correct-horse-1'
  await api.register({ body: { email, password, passwordConfirm: password, businessName: 'Newcomer' } })
  await expect(async () => {
    await page.goto('/mailbox')
    await expect(page.getByText(email).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
  const kept = await (await fetch(`${baseURL}/mailbox.json`)).text()
  const confirmation = /confirmation=([\w-]+)/.exec(kept)![1]!
  await api.confirmEmail({ query: { confirmation } })
  const { user } = await api.signIn({ body: { identifier: email, password } })
  expect(user.confirmed).toBe(true)
})

test('AD01 the one-time link makes its holder the administrator, once', async ({ baseURL, administrator }) => {
  const token = new URL(administrator).searchParams.get('token')!
  const api = createApi(authContract, sender(baseURL!))
  const { jwt } = await api.administratorLink({ body: { token } })
  await expect(api.administratorLink({ body: { token } })).rejects.toMatchObject({ code: 'auth.badLink' })
  const { rows } = await createApi(businessContract, sender(baseURL!, jwt)).all({ query: {} })
  expect(rows.map(({ name }) => name)).toContain('Highland Tea Company')
})

test('VE04 a code that was never issued gets its Oops, in both languages', async ({ browser, baseURL }) => {
  const unknown = `${baseURL}/verify?a=00000000000000000000000000&p=0000000000000000`
  const english = await browser.newPage({ locale: 'en-US' })
  await english.goto(unknown)
  await expect(english.getByText('This code is not valid')).toBeVisible()
  const russian = await browser.newPage({ locale: 'ru-RU' })
  await russian.goto(unknown)
  await expect(russian.locator('html')).toHaveAttribute('lang', /^ru/)
  await expect(russian.getByText('This code is not valid')).toHaveCount(0)
})
