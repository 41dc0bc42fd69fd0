import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

const minute = 60_000
const day = 1440 * minute
const clocks = { 'ahead by 20 minutes': 20 * minute, 'ahead by a year': 365 * day, 'behind by 26 days': -26 * day }
/** Observation time, ms. The bug caused fifty refreshes in half a minute, the first one immediately. */
const watchedMs = 10_000

/** Runs in the page: sets its clock wrong by this many ms; `shiftClock` adds more later. */
function useWrongClock(shift: number): void {
  let by = shift
  const RealDate = Date
  class WrongDate extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(RealDate.now() + by)
      else super(...given)
    }
    static override now = () => RealDate.now() + by
  }
  Object.assign(globalThis, { Date: WrongDate, shiftClock: (more: number) => (by += more) })
}

function countRefreshes(page: Page): { times: number } {
  const counted = { times: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) counted.times++
  })
  return counted
}

test('refreshes the session no more often when the clock is wrong or changes during the session [AU06]', async ({
  browser,
  baseURL,
}) => {
  const looks = Object.entries(clocks).map(async ([name, shift]) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await context.addInitScript(useWrongClock, shift)
    const page = await context.newPage()
    const counted = countRefreshes(page)
    await signInAsMerchant(page, { at: '/sku' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const jump of [0, day, -400 * day]) {
      await page.evaluate((more) => (globalThis as unknown as { shiftClock(by: number): void }).shiftClock(more), jump)
      // A tab that wakes checks the session.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.waitForTimeout(watchedMs / 3)
    }
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible()
    await context.close()
    return [name, counted.times]
  })
  expect(Object.fromEntries(await Promise.all(looks))).toEqual(
    Object.fromEntries(Object.keys(clocks).map((name) => [name, 1])),
  )
})

test('refreshes a session that ends during work at most once, then shows the sign-in [AU06]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/brand' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const counted = countRefreshes(page)
  const refused = { status: 401, json: { error: 'core.signIn', message: 'Sign in', reference: '', details: {} } }
  // A server that renews the session but rejects all of its tokens.
  await page.route(/\/api\/(?!auth\/refresh)/, (route) => route.fulfill(refused))
  await page.getByRole('link', { name: 'SKUs' }).first().click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByTestId('notification').getByText('Your session has expired')).toBeVisible()
  await page.waitForTimeout(5000)
  expect(counted.times).toBe(1)
})
