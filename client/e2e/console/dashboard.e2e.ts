import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant } from '#client/e2e/setup/new-merchant.ts'
import { enter, signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

const english = (n: number) => n.toLocaleString('en-US')
/** The card with this name. */
const card = (page: Page, name: string) =>
  page.locator('[data-count]').filter({ has: page.getByRole('link', { name }) })

test('shows the counts of the server, without animation when motion is reduced [DB01]', async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsMerchant(page)
  const { email, password } = demoSignIns[0]!
  const { jwt } = await createApi(authContract, sender(baseURL!)).signIn({ body: { identifier: email, password } })
  const send = sender(baseURL!, jwt)
  // Other tests on this Assay order and activate codes.
  await expect(async () => {
    await page.reload()
    const [{ total }, activated, { remainingCodes }] = await Promise.all([
      createApi(orderContract, send).total(),
      createApi(activationContract, send).totalActivated(),
      createApi(billingContract, send).balance(),
    ])
    const shown = { timeout: 5_000 }
    await expect(card(page, 'Total codes generated')).toContainText(english(total), shown)
    await expect(card(page, 'Total codes activated')).toContainText(english(activated.total), shown)
    await expect(card(page, 'Credit balance')).toContainText(english(remainingCodes), shown)
  }).toPass({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Total codes generated' }).click()
  await expect(page).toHaveURL(/\/generatecode$/)
})

test('reads out the chart of a year by keyboard, and shows the server’s counts in its table [DB02]', async ({
  page,
  baseURL,
}) => {
  await signInAsMerchant(page)
  const bars = page.getByRole('slider', { name: /^Codes generated: [\d,]+ in twelve months/ })
  await expect(bars).toHaveAttribute('aria-valuenow', '12')
  await expect(bars.locator('path').first()).toBeVisible()
  await bars.focus()
  const read: (string | null)[] = []
  for (let month = 12; month > 0; month--) {
    await expect(bars).toHaveAttribute('aria-valuenow', String(month))
    read.unshift(await bars.getAttribute('aria-valuetext'))
    await page.keyboard.press('ArrowLeft')
  }
  await expect(bars).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('End')
  await expect(bars).toHaveAttribute('aria-valuenow', '12')

  const [{ email, password }] = demoSignIns
  const { jwt } = await createApi(authContract, sender(baseURL!)).signIn({ body: { identifier: email, password } })
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const months = await createApi(insightsContract, sender(baseURL!, jwt)).trend({ query: { timeZone } })
  // Orders of other tests change the current month.
  expect(read.slice(0, 11).map((text) => text?.split(': ')[1])).toEqual(
    months.slice(0, 11).map(({ generated }) => english(generated)),
  )
  await page.getByRole('button', { name: 'View as table' }).click()
  const table = page.getByRole('table', { name: 'Last 12 months' })
  await expect(table.getByRole('row')).toHaveCount(13)
  for (const [index, { created, generated }] of months.slice(0, 11).entries()) {
    const cells = table
      .getByRole('row')
      .nth(index + 1)
      .getByRole('cell')
    await expect(cells).toHaveText([english(created), english(generated)])
  }
  await page.getByRole('button', { name: 'View as chart' }).click()
  await expect(bars).toBeVisible()
})

test('fits the chart on a phone without overlapping labels [DB02]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsMerchant(page)
  const bars = page.getByRole('slider').first()
  await expect(bars.locator('path').first()).toBeVisible()
  const { right, width } = await bars.evaluate((element) => element.getBoundingClientRect())
  expect([right <= 390, width > 250]).toEqual([true, true])
  const labels = await bars.locator('.foot text').evaluateAll((texts) =>
    texts.map((text) => {
      const { left, right } = text.getBoundingClientRect()
      return [left, right] as const
    }),
  )
  expect(labels.length).toBeGreaterThan(3)
  for (const [index, [left]] of labels.entries()) if (index > 0) expect(left).toBeGreaterThan(labels[index - 1]![1])
})

test('shows a new merchant the first steps, and an error when the dashboard cannot be loaded [DB01]', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await page.route('**/api/business/progress', (route) => route.abort())
  await enter(page, { email, password })
  await expect(page.getByText('This could not be loaded').first()).toBeVisible()
  await page.unroute('**/api/business/progress')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome to Assay' })).toBeVisible()
  await expect(page.getByText('Complete Your Registration')).toBeVisible()
  await page.getByRole('link', { name: 'Register business' }).click()
  await expect(page).toHaveURL(/\/settings\/business$/)
})
