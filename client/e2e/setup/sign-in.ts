import { expect, type Page } from '@playwright/test'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'
import { ownAddress } from './own-address.ts'

type Login = { email: string; password: string }
/** `keep`: a persistent session. `at`: the first address, by default the root. */
type How = { keep?: boolean; at?: string }

/** Signs in by a call, and opens an address: the form and the first screen cost a second each. Other tests use the form. */
export async function enter(
  page: Page,
  { email, password }: Login,
  { keep = false, at = '/' }: How = {},
): Promise<void> {
  await signInByCall(page, { email, password }, keep)
  await page.goto(at)
}

/** The same without an address: the test opens one itself. */
export async function signInByCall(page: Page, { email, password }: Login, keep = false): Promise<void> {
  await post(page, '/api/auth/local', { identifier: email, password, keep })
}

/** Signs in a user of the seeded merchant by a call, by default at the dashboard. */
export async function signInAs(page: Page, role: MerchantRole, how: How = {}): Promise<void> {
  await enter(page, demoSignIns.find((one) => one.role === role)!, how)
  if (!how.at) await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

export const signInAsMerchant = (page: Page, how: How = {}) => signInAs(page, 'merchant', how)

/** Signs in with the form on the landing page. */
export async function signIn(page: Page, identifier: string, password: string, { keep = false } = {}): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email or user name').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (keep) await page.getByText('Keep me signed in').click()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Uses a one-time administrator link by a call, and opens an address. The tests of daily work press the button of its page. */
export async function signInAsAdministrator(page: Page, link: string, at: string): Promise<void> {
  await post(page, '/api/auth/administrator-link', { token: new URL(link).searchParams.get('token') })
  await page.goto(at)
}

/** The cookies of the response are those of the page. A busy server asks to call again in a second, as a person would. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = ownAddress()
  await expect(async () => {
    const response = await page.context().request.post(path, { data, headers })
    expect(response.ok(), await response.text()).toBe(true)
  }).toPass({ intervals: [1_000], timeout: 20_000 })
}
