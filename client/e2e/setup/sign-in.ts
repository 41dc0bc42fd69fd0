import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'

/** `keep`: the session outlives the browser. `at`: what is opened first, the dashboard without it. */
type How = { keep?: boolean; at?: string }

/** Somebody of the seeded merchant, signed in by a call: the form is walked through by tests of their own. */
export async function signInAs(page: Page, role: MerchantRole, { keep = false, at }: How = {}): Promise<void> {
  const { email, password } = demoSignIns.find((one) => one.role === role)!
  const data = { identifier: email, password, keep }
  const headers = { 'x-forwarded-for': ownAddress() }
  const answer = await page.context().request.post('/api/auth/local', { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(at ?? '/')
  if (!at) await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

/** Each sign-in is somebody else's, at home elsewhere: how many may come from one address has tests of its own. */
const ownAddress = () => `10.${[...randomBytes(3)].join('.')}`

export const signInAsMerchant = (page: Page, how: How = {}) => signInAs(page, 'merchant', how)

/** Somebody signs in on the landing. */
export async function signIn(
  page: Page,
  identifier: string,
  password: string,
  { keep = false }: Pick<How, 'keep'> = {},
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
