import { expect, type Page, type Request } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

/** Lifetime (ms) of a token, see `registerTokens` of the server. */
const lifetimeMs = 600_000
const minute = 60_000

/** Watches the calls of a page whose clock is set forward only by `pass`. */
async function watchTokens(page: Page) {
  let passed = 0
  const now = () => performance.now() + passed
  const askedAt = new Map<Request, number>()
  /** Instants before the issue of each token. */
  const issuedAt: Promise<[string, number]>[] = []
  const calls: { token: string; at: number }[] = []
  page.on('request', (request) => {
    askedAt.set(request, now())
    const token = request.headers().authorization?.replace('Bearer ', '')
    if (token) calls.push({ token, at: now() })
  })
  page.on('response', (response) => {
    if (!/\/api\/auth\/(local|refresh)$/.test(response.url()) || !response.ok()) return
    issuedAt.push(response.json().then(({ jwt }) => [jwt, askedAt.get(response.request())!]))
  })
  return {
    calls,
    async pass(ms: number) {
      passed += ms
      await page.clock.fastForward(ms)
    },
    /** The ages of the tokens in the calls so far, when the calls were sent. */
    async ages(): Promise<number[]> {
      const issued = new Map(await Promise.all(issuedAt))
      return calls.map(({ token, at }) => at - issued.get(token)!)
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
  expect(ages.every((age) => age < lifetimeMs)).toBe(true)
})
