import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { clientId, clientSecret, startProvider } from '#server/oidc/provider.fixture.ts'
import { authContract } from '#shared/auth/contract.ts'

const password = 'Correct-horse-1'
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** A new owner with a confirmed address. */
async function newOwner(baseURL: string): Promise<string> {
  const email = `owner@tea-${crypto.randomUUID().slice(0, 8)}.example`
  const api = createApi(authContract, sender(baseURL))
  await api.register({ body: { email, password, passwordConfirm: password, businessName: 'Tea Works' } })
  const link = new URL(await mailedLink(baseURL, email, '/email-confirmation'))
  await api.confirmEmail({ query: { confirmation: link.searchParams.get('confirmation')! } })
  return email
}

async function save(page: Page, { issuer, secret }: { issuer: string; secret: string }): Promise<void> {
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client secret').fill(secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The sign-in of the organization was saved')).toBeVisible()
}

test('sets up a provider, links an account, and signs in by the organisation', async ({ page, baseURL }) => {
  const email = await newOwner(baseURL!)
  await enter(page, { email, password }, { at: '/settings/organisation' })
  const redirectUrl = (await page.locator('code').filter({ hasText: '/organisation/' }).textContent())!
  const provider = await startProvider({ redirectUrl, people: { ana: { name: 'Ana Lim' } } })
  try {
    // A wrong secret: the test says what is wrong.
    await save(page, { issuer: `${provider.issuer}/.well-known/openid-configuration`, secret: 'wrong' })
    await page.getByRole('button', { name: 'Test the sign-in' }).click()
    await page.getByRole('link', { name: 'ana' }).click()
    await expect(page.getByText('The provider does not accept the client ID with this secret')).toBeVisible()
    await page.getByRole('link', { name: 'Start again' }).click()
    await save(page, { issuer: provider.issuer, secret: clientSecret })
    await page.getByRole('button', { name: 'Test the sign-in' }).click()
    await expect(page.getByRole('heading', { name: 'The sign-in works' })).toBeVisible()
    await expect(page.getByText('Your name there: Ana Lim')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await expect(page.getByText(/^Tested /)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    await page.goto('/settings')
    const panel = page.getByRole('region', { name: 'Your organization' })
    await panel.getByRole('button', { name: 'Link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link to your organization' })
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(panel.getByText(/^Linked /)).toBeVisible()

    await page.goto('/settings/signout')
    await expect(page.getByLabel('Email or user name')).toBeVisible()
    await page.goto('/settings/team')
    await page.getByRole('link', { name: 'Sign in with your organization' }).click()
    await page.getByLabel('Work email or short name').fill(`anybody@${email.split('@')[1]}`)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
    expect(page.url()).toBe(`${baseURL}/settings/team`)
  } finally {
    await provider.close()
  }
})
