import { expect, type Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/people.ts'
import type { MerchantRole } from '#shared/core/access.ts'

/** Signs somebody of the seeded merchant in on the landing. */
export async function signInAs(page: Page, role: MerchantRole, how: How = {}): Promise<void> {
  const { email, password } = demoSignIns.find((one) => one.role === role)!
  await signIn(page, email, password, how)
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

export const signInAsMerchant = (page: Page, how: How = {}) => signInAs(page, 'merchant', how)

/** `keep`: the session outlives the browser. */
type How = { keep?: boolean }

export async function signIn(
  page: Page,
  identifier: string,
  password: string,
  { keep = false }: How = {},
): Promise<void> {
  await page.goto('/')
  await page.getByLabel('E-mail or user name').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (keep) await page.getByText('Keep me signed in').click()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Spends a one-time administrator link. */
export async function signInAsAdministrator(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible()
}
