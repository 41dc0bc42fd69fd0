import type { Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/people.ts'

/** Signs the seeded merchant in on the landing. */
export async function signInAsMerchant(page: Page, { keep = false } = {}): Promise<void> {
  const { email, password } = demoSignIns[0]!
  await page.goto('/')
  await page.getByLabel('E-mail or user name').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (keep) await page.getByText('Keep me signed in').click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}
