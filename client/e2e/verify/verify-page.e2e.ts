import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#client/e2e/setup/assay-test.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import type { Logistic } from '#shared/logistic/contract.ts'
import { type ShopperCodes, shopperCodes } from './shopper-codes.ts'
import { inspectPage, phone, scan } from './shopper-page.ts'

test.use(phone)

let codes: ShopperCodes
test.beforeAll(async ({ assay }) => {
  codes = await shopperCodes(assay)
})

test('shows the brand’s badge, link, pass message, details with line breaks, certificate and colors [VE02]', async ({
  page,
}) => {
  await scan(page, codes.brands.get('Olivar del Sur')!)
  await expect(page.getByRole('heading', { level: 1, name: 'A code from Olivar del Sur' })).toBeVisible()
  await expect(page.locator('.badge')).toHaveText('EcoTag')
  await expect(page.getByRole('link', { name: /Instagram/ })).toHaveAttribute('rel', 'noopener nofollow')
  await expect(page.getByRole('heading', { name: 'In this bottle' })).toBeVisible()
  await expect(page.locator('dd', { hasText: 'Picual' })).toHaveText('Picual\nHojiblanca')
  await expect(page.locator('.details dt').first()).toHaveText('Oil')
  await expect(page.getByText('ISO 9001 · Milling and bottling')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Meet the grove' })).toBeVisible()
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe('rgb(75, 83, 32)')
  const boxes = await page
    .locator('.pictures img')
    .evaluateAll((images) =>
      images.map((image) => [image.getBoundingClientRect().width, image.getBoundingClientRect().height]),
    )
  expect(boxes).toEqual([
    [125, 125],
    [125, 125],
  ])
})

test('opens a photo over the whole page, enlarges it, and closes it by keyboard [VE02]', async ({ page }) => {
  await scan(page, codes.brands.get('Olivar del Sur')!)
  await page.locator('.photos .large').press('Enter')
  const zoom = page.getByRole('dialog')
  await expect(zoom.getByRole('status')).toHaveText('Photo 1 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText('Photo 2 of 2')
  await zoom.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await inspectPage(page, 'zoom')
  await page.keyboard.press('Escape')
  await expect(zoom).toHaveCount(0)
  await expect(page.locator('.photos .large')).toBeFocused()
})

test('loads a video only when played, in a sandboxed frame, and an approved page in a stricter one [VE06]', async ({
  page,
}) => {
  const outside: string[] = []
  await page.route(/^https:/, (route) => {
    outside.push(new URL(route.request().url()).host)
    return route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' })
  })
  await scan(page, codes.brands.get('Aurum')!)
  await page.locator('.play').scrollIntoViewIfNeeded()
  expect(outside).toEqual([])
  await page.locator('.play').click()
  const player = page.locator('.video iframe')
  await expect(player).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\//)
  await expect(player).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  await expect.poll(() => outside).toContain('www.youtube-nocookie.com')
  await scan(page, codes.brands.get('Wiesenhof')!)
  await page.locator('iframe.embed').scrollIntoViewIfNeeded()
  await expect(page.locator('iframe.embed')).toHaveAttribute('sandbox', 'allow-scripts')
  await expect.poll(() => outside).toContain('www.openstreetmap.org')
})

test('shows the same content without scripts [VE02 VE06]', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/v/${codes.brands.get('Highland Tea')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A code from Highland Tea')
  await expect(page.getByRole('heading', { name: 'Two leaves and a bud' })).toBeVisible()
  await expect(page.locator('.rich ol li')).toHaveCount(3)
  // The journey of the product is another timeline, if a test shipped it.
  await expect(page.locator('.timeline').filter({ hasText: 'Withered and rolled' }).locator('li')).toHaveCount(3)
  await expect(page.getByRole('link', { name: /A morning in the garden/ })).toHaveAttribute('href', /youtube/)
  await expect(page.getByRole('link', { name: 'How to brew it' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Русский' }).click()
  await page.locator('summary').filter({ hasText: 'Доказательство' }).click()
  await expect(page.getByRole('heading', { name: 'Проверка по двум блокчейнам' })).toBeVisible()
  await context.close()
})

test('shows the journey: stations, log values, table, and a chart loaded when visible and connected [VE07]', async ({
  page,
  context,
}) => {
  const charts: string[] = []
  page.on('request', (request) => request.url().includes('/chart-') && charts.push(request.url()))
  const complaints = await scan(page, codes.travelling.code)
  expect(charts).toEqual([])
  const journey = page.locator('.journey')
  await expect(journey.locator('.timeline li')).toHaveText([/^Shipped/, 'On the way'])
  await expect(journey.locator('.facts dd').first()).toHaveText(/^\d+\.\d °C$/)
  // A connection that is lost meanwhile leaves the rest of the page as it is.
  await context.setOffline(true)
  await journey.locator('.chart').scrollIntoViewIfNeeded()
  await expect.poll(() => charts.length).toBe(1)
  await expect(journey.locator('.timeline li')).toHaveCount(2)
  await context.setOffline(false)
  expect(complaints.splice(0).join()).toContain('ERR_INTERNET_DISCONNECTED')
  const chart = journey.getByRole('img')
  await expect(chart).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  // Which sentence it is depends on the day: the embedded tags get warm on every third day.
  const sentence = await journey.locator('> p.measured').textContent()
  expect(sentence).toMatch(/\d\s°C/)
  await expect.poll(() => chart.getAttribute('aria-label')).toContain(`${sentence}: `)
  await journey.getByText('Readings as a table').click()
  expect(await journey.locator('tbody tr').count()).toBeGreaterThan(20)
  await inspectPage(page, 'journey')
  expect(complaints).toEqual([])
})

/** The merchant undoes the claims, so that the shipment is unchanged for other tests. */
async function undo(request: APIRequestContext): Promise<Logistic> {
  const { email, password } = demoSignIns[0]!
  const { jwt } = await (await request.post('/api/auth/local', { data: { identifier: email, password } })).json()
  const headers = { authorization: `Bearer ${jwt}` }
  const url = `/api/logistic/${codes.travelling.logisticId}`
  const found = (await (await request.get(url, { headers })).json()) as Logistic
  const { identifier, recipient, shipped_at } = found
  const data = { identifier, recipient, shipped_at, delivered: false, logging_ended: false }
  expect((await request.put(url, { headers, data })).status()).toBe(200)
  return found
}

test('confirms arrival and end of log, reports them to the brand, and can undo them [VE08]', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await page.goto(`/v/${codes.travelling.code}`)
  const alert = page.getByRole('complementary', { name: 'This product is on its way' })
  const delay = await alert.evaluate((node) => getComputedStyle(node).animationDelay)
  expect(delay).toBe('1s')
  await alert.getByText('It has arrived').click()
  await alert.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert.getByText('Mark this product as arrived?')).toBeHidden()
  await alert.getByText('It has arrived').click()
  await alert.getByRole('button', { name: 'Confirm' }).click()
  await expect(alert.getByRole('status')).toHaveText('Thank you. The brand has been told.')
  await alert.getByText('End the log').click()
  await alert.getByRole('button', { name: 'Confirm' }).click()
  await expect(alert.getByText('End the log')).toHaveCount(0)
  const said = await undo(request)
  expect([said.delivered_at, said.logging_ended_at]).toEqual([expect.any(String), expect.any(String)])
  await page.reload()
  await expect(alert.getByText('It has arrived')).toBeVisible()
})

test('shows plain forms without scripts [VE08]', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/v/${codes.travelling.code}?lang=ru`)
  await page.getByText('Товар доставлен', { exact: true }).click()
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page).toHaveURL(/\/verify\?a=.*lang=ru/)
  await expect(page.locator('.timeline li').last()).toHaveText(/^Доставлен/)
  await expect(page.getByText('Товар доставлен', { exact: true })).toHaveCount(0)
  expect((await undo(request)).delivered_at).not.toBeNull()
  await context.close()
})

test('shows neither alert nor brand for an unverified code, without accessibility violations [VE08 VE04]', async ({
  page,
}) => {
  for (const [code, words] of [
    [codes.notActive, 'This code is not yet activated'],
    ['0'.repeat(42), 'This code is not valid'],
  ] as const) {
    for (const theme of ['light', 'dark', 'bnw']) {
      await scan(page, code, `?theme=${theme}`)
      await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
      await expect(page.locator('.delivery, .block, .journey, .leave')).toHaveCount(0)
      await inspectPage(page, words + theme)
    }
  }
})

test('shows the preview like the published page [CU02]', async ({ page }) => {
  const code = codes.brands.get('Highland Tea')!
  const cardOf = async () => {
    await page.evaluate(async () => {
      for (const node of document.querySelectorAll<HTMLElement>('.proof, .actions, .delivery'))
        node.style.display = 'none'
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([...document.images].map((image) => image.decode()))
    })
    return sharp(await page.locator('.card').screenshot({ animations: 'disabled' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  }
  // The page tells of an earlier visit that was seen. Without one, the first request after a second would show more than this page.
  const seen = page.waitForRequest('**/api/tag/seen')
  await scan(page, code)
  await page.keyboard.press('Shift')
  expect((await (await seen).response())?.ok()).toBe(true)
  await scan(page, code, '?theme=light&lang=en')
  const published = await cardOf()
  // Scans as the same shopper, so that the page and this response show the same number of checks.
  const answer = await page.evaluate(async (path) => (await fetch(path)).json(), `/api/tag/verify?a=${code}`)
  await page.goto('/verify/preview')
  const message = { kind: 'assay-preview', answer, code: code.slice(0, 26), language: 'enUS', theme: 'light' }
  await page.evaluate((told) => window.postMessage(told, location.origin), message)
  await page.locator('.card').waitFor()
  const preview = await cardOf()
  expect(preview.info).toMatchObject({ width: published.info.width, height: published.info.height })
  let differing = 0
  for (const [at, byte] of preview.data.entries()) if (Math.abs(byte - published.data[at]!) > 8) differing++
  expect(differing / preview.data.length).toBeLessThan(0.0005)
})
