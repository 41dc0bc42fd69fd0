import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { mailsTo } from '#client/e2e/setup/registered-merchant.ts'
import { authContract } from '#shared/auth/contract.ts'
import { businessContract } from '#shared/business/contract.ts'

test('shows the confirmation mail in the mailbox page and confirms the address by its link [AU02 AU03]', async ({
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

test('answers a registration with a taken address as any other, and reports it after the link [AU02 AU03]', async ({
  page,
  baseURL,
}) => {
  const api = createApi(authContract, sender(baseURL!))
  const email = `twice-${crypto.randomUUID().slice(0, 8)}@example.com`
  const password = 'Correct-horse-1'
  const first = { email, password, passwordConfirm: password, businessName: 'First' }
  await api.register({ body: first })
  const link = await mailedLink(baseURL!, email, '/email-confirmation')

  await page.goto('/')
  await page.getByText('Register', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Another-pass-2')
  await page.getByLabel('Confirm password').fill('Another-pass-2')
  await page.getByLabel('Company name').fill('Second')
  await page.getByText('I agree to the').click({ position: { x: 2, y: 8 } })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Assay' })).toBeVisible()
  await expect(async () => {
    const texts = (await mailsTo(baseURL!, email)).map(({ text }) => text)
    const tokens = texts.flatMap((text) => /confirmation=([\w-]+)/.exec(text)?.[1] ?? [])
    const confirmation = tokens.find((token) => !link.includes(token))!
    await api.confirmEmail({ query: { confirmation } })
  }).toPass({ timeout: 20_000 })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You have another account already' })).toBeVisible()
  await expect(page.getByText('Sign in to that one')).toBeVisible()
})

test('makes a user an administrator by a one-time link, which works once [AD01]', async ({
  baseURL,
  administrator,
}) => {
  const token = new URL(administrator).searchParams.get('token')!
  const api = createApi(authContract, sender(baseURL!))
  const { jwt } = await api.administratorLink({ body: { token } })
  await expect(api.administratorLink({ body: { token } })).rejects.toMatchObject({ code: 'auth.usedLink' })
  const { rows } = await createApi(businessContract, sender(baseURL!, jwt)).all({ query: {} })
  expect(rows.map(({ name }) => name)).toContain('Highland Tea Company')
})

test('shows an error page in both languages when a code was never issued [VE04]', async ({ browser, baseURL }) => {
  const unknown = `${baseURL}/verify?a=00000000000000000000000000&p=0000000000000000`
  const english = await browser.newPage({ locale: 'en-US' })
  await english.goto(unknown)
  await expect(english.getByText('This code is not valid')).toBeVisible()
  const russian = await browser.newPage({ locale: 'ru-RU' })
  await russian.goto(unknown)
  await expect(russian.locator('html')).toHaveAttribute('lang', /^ru/)
  await expect(russian.getByText('This code is not valid')).toHaveCount(0)
})

test('confirms an address and sets a new password by mailed links, each of which works once [AU03 AU04]', async ({
  page,
  baseURL,
}) => {
  const api = createApi(authContract, sender(baseURL!))
  const email = `forgetful-${crypto.randomUUID().slice(0, 8)}@example.com`
  const [before, after] = ['Correct-horse-1', 'Another-pass-2']
  await api.register({ body: { email, password: before, passwordConfirm: before, businessName: 'Forgetful' } })
  await page.goto(await mailedLink(baseURL!, email, '/email-confirmation'))
  await expect(page.getByRole('heading', { name: 'Congratulations, your email has been confirmed' })).toBeVisible()
  await expect(page.getByText('Please sign in to continue')).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: "Can't sign in?" }).click()
  await expect(page.getByRole('heading', { name: "Can't sign in?" })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toContainText(email)
  const link = await mailedLink(baseURL!, email, '/reset-password')
  const choose = async (password: string, again: string) => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Retype password').fill(again)
    await page.getByRole('button', { name: 'Update Password' }).click()
  }
  await choose(after, 'Something-else-1')
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await choose(after, after)
  const done = 'Congratulations, your password has been changed successfully!'
  await expect(page.getByTestId('notification').getByText(done)).toBeVisible()
  await page.getByLabel('Email or user name').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(after)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Assay' })).toBeVisible()
  await expect(api.signIn({ body: { identifier: email, password: before } })).rejects.toMatchObject({ status: 400 })

  await choose('Third-pass-3', 'Third-pass-3')
  await expect(page.getByText('This link was used already, or a newer one was sent.')).toBeVisible()
  await expect(page.getByText(done)).toHaveCount(0)
})
