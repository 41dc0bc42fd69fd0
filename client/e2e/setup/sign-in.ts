import { expect, type Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'
import { ownAddress } from './own-address.ts'

/** `keep`: a persistent session. `at`: the first address, by default the dashboard. */
type How = { keep?: boolean; at?: string }

/** Signs in a user of the seeded merchant by a call. Other tests use the form. */
export async function signInAs(page: Page, role: MerchantRole, { keep = false, at }: How = {}): Promise<void> {
  const { email, password } = demoSignIns.find((one) => one.role === role)!
  const data = { identifier: email, password, keep }
  const headers = ownAddress()
  await expect(async () => {
    // A busy server asks to sign in again in a second, as a person would.
    const response = await page.context().request.post('/api/auth/local', { data, headers })
    expect(response.ok(), await response.text()).toBe(true)
  }).toPass({ intervals: [1_000], timeout: 20_000 })
  await page.goto(at ?? '/')
  if (!at) await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

export const signInAsMerchant = (page: Page, how: How = {}) => signInAs(page, 'merchant', how)

/** Signs in with the form on the landing page. */
export async function signIn(
  page: Page,
  identifier: string,
  password: string,
  { keep = false }: Pick<How, 'keep'> = {},
): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email or user name').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (keep) await page.getByText('Keep me signed in').click()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Uses a one-time administrator link. */
export async function signInAsAdministrator(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible()
}
