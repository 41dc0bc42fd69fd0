import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant } from '#client/e2e/setup/new-merchant.ts'
import { deniedPaths } from '#client/e2e/setup/screen-paths.ts'
import { enter, signInAsAdministrator, signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openInside } from '#client/e2e/setup/walk-to.ts'

const notThere = async (page: Page, path: string, open = (path: string): Promise<unknown> => page.goto(path)) => {
  await open(path)
  await expect(page.getByRole('heading', { name: 'Error 404' }), path).toBeVisible()
  await expect(page, path).toHaveURL(/\/error$/)
}

/** The first address is loaded; the others are opened inside the console. */
const noneThere = async (page: Page, [first, ...others]: readonly string[]) => {
  await notThere(page, first!)
  for (const path of others) await notThere(page, path, (path) => openInside(page, path))
}

test('shows landing and public pages when signed out, and an error for private addresses [SH01 SH02 SH03]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Register', { exact: true }).first()).toBeVisible()
  await noneThere(page, ['/sku', '/settings', '/onboarding', '/business', '/user'])
  await notThere(page, '/nothing-here')
  await expect(page.getByText('Sorry, page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('shows /verify in its own layout to every user, and pages of mailed links without a session [SH01]', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/email-confirmation?confirmation=used-long-ago', 'This link is no longer valid'],
    ['/reset-password?code=too-short', 'This link is no longer valid'],
    ['/reset-password?code=a-code-of-at-least-20-letters', 'Choose a new password'],
    ['/recover-password', "Can't sign in?"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0])
  }
  await signInAsMerchant(page)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  for (const path of ['/verify', `/verify?a=${'0'.repeat(42)}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Check a product code|This code is not valid)$/)
    await expect(page.locator('.card').first()).toBeVisible()
    await expect(page.locator('.side-menu, .top-bar')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Theme' })).toBeVisible()
  }
})

test('shows the terms, the privacy notice and the experience page without a sign-in [SH13]', async ({ page }) => {
  for (const path of ['/terms-of-service', '/privacy', '/experience']) {
    await page.goto(path)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await article.getByRole('heading', { level: 2 }).count(), path).toBeGreaterThanOrEqual(3)
  }
})

test('shows a merchant the dashboard at the root, and no address of administrators [SH02 SH03]', async ({ page }) => {
  await signInAsMerchant(page)
  await noneThere(page, deniedPaths('merchant'))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('shows a merchant without the field-work feature neither its menu nor its addresses [SH03 SH04]', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await enter(page, { email, password })
  await page.getByRole('heading', { name: 'Welcome to Assay' }).waitFor()
  for (const path of ['/form', '/submission', '/logistic', '/logistics']) {
    await expect(page.locator(`nav a[href="${path}"]`)).toHaveCount(0)
  }
  await noneThere(page, ['/form', '/submission?entry=0', '/logistic', '/logistics'])
})

test('shows an administrator the settings at the root, and no address of merchants [SH02 SH03]', async ({
  page,
  administrator,
}) => {
  await signInAsAdministrator(page, administrator, '/')
  await expect(page.getByRole('heading', { name: 'General settings', level: 1 })).toBeVisible()
  await noneThere(page, deniedPaths('admin'))
})

test('clears a session that the server rejects, with a message and a redirect to the sign-in [SH03 SH11]', async ({
  page,
}) => {
  await signInAsMerchant(page)
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"error":"core.signIn","message":"","reference":"","details":{}}',
    }),
  )
  await page.getByRole('link', { name: 'SKUs' }).click()
  await expect(
    page.getByText('Your session has expired. Please sign in again to continue.', { exact: true }),
  ).toHaveCount(1)
  await page.unrouteAll()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
