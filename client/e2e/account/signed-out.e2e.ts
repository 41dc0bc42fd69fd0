import { expect, type Page } from '@playwright/test'
import {
  openWithOfflineData,
  saveNewSubmission,
  submissionListPath,
  submissionsOnServer,
  syncBadge,
} from '#client/e2e/offline/field-work.ts'
import { test } from '#client/e2e/setup/browser-profile.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'

test.use({ serviceWorkers: 'allow' })

const [merchant] = demoSignIns
const banner = (page: Page) => page.getByTestId('session-ended')
const landing = (page: Page) => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email or user name').fill(merchant.email)
  await page.getByLabel('Password', { exact: true }).fill(merchant.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('opens offline after the session cookie ended, saves, and sends after the sign-in [OF01 OF03]', async ({
  openProfile,
  baseURL,
}) => {
  const evening = await openProfile()
  const page = evening.pages()[0]!
  await openWithOfflineData(page)
  await evening.setOffline(true)
  await saveNewSubmission(page, 'CLOSED-1')
  await evening.close()

  const morning = await openProfile()
  const again = morning.pages()[0]!
  await morning.setOffline(true)
  await again.goto(submissionListPath)
  expect((await morning.cookies()).map(({ name }) => name)).toEqual(['assay-device'])
  await expect(again.getByText('CLOSED-1')).toBeVisible()
  await expect(banner(again)).toContainText('1 record is waiting on this device')
  await saveNewSubmission(again, 'CLOSED-2')
  await expect(banner(again)).toContainText('2 records are waiting on this device')
  await expect(syncBadge(again)).toHaveText('↑2')

  // The network is back: nothing is sent without a session, and the user can continue to work.
  let refreshes = 0
  again.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes++
  })
  await morning.setOffline(false)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'signIn', { timeout: 40_000 })
  await expect(again.getByText('CLOSED-2')).toBeVisible()
  expect(await submissionsOnServer(baseURL!, 'CLOSED')).toEqual([])
  expect(refreshes).toBeLessThan(3)

  await banner(again).getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(again)
  await expect(syncBadge(again)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  await expect(again).toHaveURL(/\/submission/)
  await expect(banner(again)).toHaveCount(0)
  expect(await submissionsOnServer(baseURL!, 'CLOSED')).toEqual(['CLOSED-1', 'CLOSED-2'])
})

test('redirects to the sign-in when the session ended, and to local data without the server [OF01 SH03]', async ({
  page,
  context,
}) => {
  await openWithOfflineData(page)
  await context.clearCookies()
  await page.goto('/submission')
  await landing(page)
  const offline = page.getByRole('button', { name: `Work without a connection as ${merchant.email}` })
  await offline.click()
  await expect(page.getByText('There is a connection: please sign in.')).toBeVisible()
  await landing(page)
  await context.setOffline(true)
  await offline.click()
  await expect(banner(page)).toBeVisible()
  await page.goto(submissionListPath)
  await expect(page.getByText('LOT-2026-041')).toBeVisible()
  await context.setOffline(false)
  await page.goto('/submission')
  await landing(page)
  await fillSignIn(page)
  await expect(page).toHaveURL(/\/submission/)

  // After a sign-out no data is visible, with or without a connection.
  await page.goto('/signout')
  await landing(page)
  await context.setOffline(true)
  await page.goto('/submission')
  await landing(page)
  await expect(offline).toHaveCount(0)
  await expect(page.getByText('LOT-2026-041')).toHaveCount(0)
})

test('preselects "stay signed in" for field staff and on phones only [AU01]', async ({ page, browser, baseURL }) => {
  const keep = (one: Page) => one.getByRole('checkbox', { name: 'Keep me signed in' })
  await page.goto('/')
  await expect(keep(page)).not.toBeChecked()
  const [, dealer] = demoSignIns
  await page.getByLabel('Email or user name').fill(dealer.email)
  await page.getByLabel('Password', { exact: true }).fill(dealer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByTestId('whoami')).toHaveText(dealer.email)
  await page.goto('/signout')
  await expect(keep(page)).toBeChecked()
  const phone = await browser.newContext({ baseURL: baseURL!, isMobile: true, hasTouch: true })
  const held = await phone.newPage()
  await held.goto('/')
  await expect(keep(held)).toBeChecked()
  await phone.close()
})
