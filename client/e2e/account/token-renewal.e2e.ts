import { expect, type Page, type Request } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

/** Lifetime (ms) of a token, see `registerTokens` of the server. */
const lifetimeMs = 600_000
const minute = 60_000

/** Watches the calls of a page whose clock is set forward only by `pass`. */
async function watchTokens(page: Page) {
  const steps: { at: number; ms: number }[] = []
  /**
   * The time of the page at which the browser sent a request. The event of a request can come later, when the clock was set forward
   * since, so its time would be wrong by minutes.
   */
  const sentAt = (request: Request) => {
    const at = request.timing().startTime
    return steps.reduce((time, step) => (step.at <= at ? time + step.ms : time), at)
  }
  const renewals: Promise<[string, Request]>[] = []
  const calls: { token: string; request: Request }[] = []
  page.on('request', (request) => {
    const token = request.headers().authorization?.replace('Bearer ', '')
    if (token) calls.push({ token, request })
  })
  page.on('response', (response) => {
    if (!/\/api\/auth\/(local|refresh)$/.test(response.url()) || !response.ok()) return
    renewals.push(response.json().then(({ jwt }) => [jwt, response.request()]))
  })
  return {
    calls,
    async pass(ms: number) {
      steps.push({ at: Date.now(), ms })
      await page.clock.fastForward(ms)
    },
    /** The ages of the tokens in the calls that were answered so far, when the calls were sent. */
    async ages(): Promise<number[]> {
      const issued = new Map(await Promise.all(renewals))
      const answered = calls.filter(({ request }) => request.timing().startTime > 0)
      return answered.map(({ token, request }) => sentAt(request) - sentAt(issued.get(token)!))
    },
  }
}

test('renews the token before it ends, and once for calls at the same time, on a slow device [AU06]', async ({
  page,
}) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.clock.install()
  const watched = await watchTokens(page)
  await signInAsMerchant(page, { at: '/sku' })
  await page.getByRole('heading', { level: 1 }).waitFor()

  await test.step('by a timer, in the last minute of the token', async () => {
    const renewed = page.waitForResponse(/\/api\/auth\/refresh$/)
    await watched.pass(9 * minute)
    expect((await renewed).status()).toBe(200)
  })

  await test.step('before any call, when the device wakes after the end of the token', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let renewals = 0
    await page.route(/\/api\/auth\/refresh$/, async (route) => {
      renewals++
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/\/api\/auth\/refresh$/)
    await watched.pass(11 * minute)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await asked
    // Answers of earlier calls can come until now; a call with the ended token would be too old below.
    const before = watched.calls.length
    release()
    await expect.poll(() => watched.calls.length).toBeGreaterThan(before + 1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(renewals).toBe(1)
  })
  const ages = await watched.ages()
  expect(ages.length).toBeGreaterThan(8)
  expect(ages.filter((age) => !(age < lifetimeMs))).toEqual([])
})
