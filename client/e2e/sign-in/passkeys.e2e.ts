import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { authContract } from '#shared/auth/contract.ts'

const password = 'Correct-horse-1'

/** A new account with a confirmed address. */
async function newAccount(baseURL: string): Promise<string> {
  const email = `passkey-${crypto.randomUUID().slice(0, 8)}@example.com`
  const api = createApi(authContract, sender(baseURL))
  await api.register({ body: { email, password, passwordConfirm: password, businessName: 'Passkeys' } })
  const link = new URL(await mailedLink(baseURL, email, '/email-confirmation'))
  await api.confirmEmail({ query: { confirmation: link.searchParams.get('confirmation')! } })
  return email
}

/** An authenticator of Chromium that verifies the person at once. `automatic`: whether it does so without being asked by a test. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    answer: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Current password').fill('Wrong-pass-1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The current password is not correct')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}

test('adds a passkey, signs in with it by button and by autofill, and removes it', async ({ page, baseURL }) => {
  const email = await newAccount(baseURL!)
  await enter(page, { email, password }, { at: '/settings' })
  const authenticator = await addAuthenticator(page)
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await expect(panel.getByText('You have no passkey yet.')).toBeVisible()
  await addPasskey(page, 'Work laptop')
  await expect(panel.getByText('Work laptop')).toBeVisible()
  expect(await authenticator.credentials()).toHaveLength(1)
  await mailedLink(baseURL!, email, '/settings')

  await panel.getByRole('button', { name: 'Rename: Work laptop' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the passkey' })
  await rename.getByLabel('Name').fill('Blue laptop')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Blue laptop')).toBeVisible()

  const settings = page.getByRole('heading', { name: 'General settings' })
  // By autofill: the authenticator answers the offer of the landing page without a press.
  await page.context().clearCookies()
  await page.goto('/settings')
  await expect(settings).toBeVisible()

  await authenticator.answer(false)
  await page.context().clearCookies()
  await page.goto('/settings')
  await expect(page.getByLabel('Email or user name')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await authenticator.answer(true)
  await expect(settings).toBeVisible()
  await expect(panel.getByText(/Last used/)).toBeVisible()

  await panel.getByRole('button', { name: 'Remove: Blue laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByText('You have no passkey yet.')).toBeVisible()
  await authenticator.answer(false)
  await page.context().clearCookies()
  await page.goto('/')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await authenticator.answer(true)
  await expect(page.getByText('This passkey is not accepted.')).toBeVisible()
})
