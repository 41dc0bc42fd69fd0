import { type BrowserContext, expect, type Page } from '@playwright/test'
import { submissionListPath } from '#client/e2e/offline/field-work.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { registeredMerchant } from '#client/e2e/setup/registered-merchant.ts'
import { screenPaths } from '#client/e2e/setup/screen-paths.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'

/** Makes the names of a run unique, because runs can share one Assay. */
const run = Date.now().toString(36)

/** Data of the demo that remains on the device: its databases, and unsaved input of forms. */
const leftOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith('assay.draft'))
    return { demo: names.filter((name) => name.startsWith('assay-00000000')), drafts }
  })

type Expected = { shows: string | RegExp; saves?: readonly string[] }
/** Content of the seeded merchant on a screen, and the controls that would save. */
const expected: Readonly<Record<string, Expected>> = {
  '/': { shows: /\d/ },
  '/brand': { shows: 'Highland', saves: ['Register Brand'] },
  '/sku': { shows: 'Highland Black Tea', saves: ['Add SKU'] },
  '/media': { shows: /\.(png|jpg|pdf)|PNG|JPG|PDF/ },
  '/form': { shows: 'Cold chain', saves: ['Add form'] },
  '/submission': { shows: 'Tea harvest', saves: ['Create Submission'] },
  '/logistic': { shows: /\d/, saves: ['Add shipment'] },
}

test('shows the seeded merchant on every screen of the demo, saves nothing, and leaves no data [SH12]', async ({
  page,
  baseURL,
}) => {
  const company = `Curious Tea ${run}`
  const { email, password, business } = await registeredMerchant(baseURL!, company)
  const before = await business.read()
  await enter(page, { email, password })
  await expect(page.getByTestId('whoami')).toHaveText(email)
  const strange: string[] = []
  await page.goto('/settings/demo')
  await expect(page.getByText('You are in Demo-Mode, Feel free to look and click around')).toBeVisible()
  await expect(page.getByTestId('whoami')).toHaveText('Demo account')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Files are public, and the session is the one of the person, not of the demo.
    if (!pathname.startsWith('/api/') || /^\/api\/(files|auth\/refresh)/.test(pathname)) return
    if (request.method() !== 'GET' || request.headers()['x-assay-demo'] !== '1')
      strange.push(`${request.method()} ${pathname}`)
  })
  const paths = screenPaths('merchant', { features: ['temperature', 'submission'] })
  expect(paths).toEqual(expect.arrayContaining(Object.keys(expected)))
  for (const path of paths) {
    // The first screen is loaded; the others are opened inside the console.
    if (path === paths[0]) await page.goto(path)
    else await walkTo(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    const { shows, saves = [] } = expected[path] ?? {}
    if (shows) await expect(page.getByRole('main').getByText(shows).first(), path).toBeVisible()
    for (const name of saves) await expect(page.getByRole('button', { name }).first(), path).toBeDisabled()
    await expect(page.getByText(email), path).toHaveCount(0)
    await expect(page.getByText(company), path).toHaveCount(0)
  }
  await walkTo(page, '/generatecode')
  await expect(page.getByTestId('generate')).toBeDisabled()
  await walkTo(page, '/activatecode')
  await expect(page.locator('input[type=file]')).toBeDisabled()
  await walkTo(page, '/support')
  await page.getByRole('tab', { name: 'Contact Support' }).click()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled()
  expect(strange).toEqual([])

  // The server rejects a write that the console does not offer.
  const refused = await page.request.put('/api/business', {
    headers: { 'x-assay-demo': '1' },
    data: { registration_no: 'X', details: before.details },
  })
  expect(refused.status()).toBe(409)

  page.removeAllListeners('request')
  await page.getByRole('button', { name: /Demo-Mode/ }).click()
  await expect(page.getByTestId('whoami')).toHaveText(email)
  await expect(page.getByText('LOT-2026-041')).toHaveCount(0)
  await expect.poll(() => leftOnDevice(page)).toEqual({ demo: [], drafts: [] })
  expect(await business.read()).toEqual(before)
})

/** Opens another tab in demo mode, and waits for data of the demo. */
async function openDemo(context: BrowserContext): Promise<Page> {
  const demo = await context.newPage()
  await demo.goto('/settings/demo')
  await expect(demo.getByTestId('whoami')).toHaveText('Demo account')
  await demo.goto('/form')
  await expect(demo.getByText('Cold chain').first()).toBeVisible()
  return demo
}

test('deletes the demo data when the last tab in demo mode is closed, or at the next start [SH12]', async ({
  page,
  context,
  baseURL,
}) => {
  const { email, password } = await registeredMerchant(baseURL!, `Closing Tea ${run}`)
  await enter(page, { email, password })
  await expect(page.getByTestId('whoami')).toHaveText(email)
  const first = await openDemo(context)
  // This tab is not in demo mode, although another tab is.
  await page.reload()
  await expect(page.getByTestId('whoami')).toHaveText(email)
  const second = await openDemo(context)
  await first.close()
  await second.reload()
  await expect(second.getByText('Cold chain').first()).toBeVisible()
  expect((await leftOnDevice(page)).demo).toHaveLength(1)
  await second.close()
  await expect.poll(async () => (await leftOnDevice(page)).demo).toEqual([])

  const last = await openDemo(context)
  await page.close()
  await last.close()
  const next = await context.newPage()
  await next.goto('/')
  await expect.poll(async () => (await leftOnDevice(next)).demo).toEqual([])
})

test('opens the demo for a visitor without an account, keeps it after a reload, and leads back [SH12]', async ({
  page,
}) => {
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByTestId('whoami')).toHaveText('Demo account')
  await page.goto('/sku')
  await expect(page.getByText('Highland Black Tea').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add SKU' }).first()).toBeDisabled()
  await page.goto(submissionListPath)
  await expect(page.getByText('LOT-2026-041').first()).toBeVisible()
  await page.getByText('You are in Demo-Mode, Feel free to look and click around').click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(failed).toEqual([])
})
