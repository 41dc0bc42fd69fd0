import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, vi, test as vitest } from 'vitest'
import { hasChromium } from '#scripts/test/chromium.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { uploadedPicture } from '#server/media/upload.fixture.ts'
import { type BrowserSite, startBrowserSite } from '#server/verify/test/browser-site.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import { type CustomizationInput, customizationContract } from '#shared/customization/contract.ts'
import { verifyContract } from '#shared/verify/contract.ts'
import { customizationFilledWith, hostileColours, hostileTexts, hostileUrls } from './hostile.fixture.ts'

const test = vitest.skipIf(!hasChromium())

let started: BrowserSite
let world: TestApp
let goods: Product
let owner: Person
let picture: StoredFile
let browser: Browser
let origin: string
/** Requests to the server that must never be requested. */
const forbiddenRequests: string[] = []
const canary = createServer((request, response) => {
  forbiddenRequests.push(request.url!)
  response.end()
})
let bait: string

beforeAll(async () => {
  started = await startBrowserSite()
  ;({ site: world, browser, origin } = started)
  goods = await product(world)
  owner = await world.signUp({ role: 'merchant', merchantId: goods.merchantId, confirmed: true })
  picture = await uploadedPicture(world, owner)
  await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
  bait = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/bait`
})
afterAll(async () => {
  canary.close()
  await started?.close()
})

const save = (body: CustomizationInput) =>
  world.api(customizationContract, owner).save({ params: { id: goods.skuId }, body })
const verify = () => {
  const { printed, secret } = goods.active[0]!
  return world.api(verifyContract).verify({ query: { a: printed, p: secret } })
}
const now = performance.now.bind(performance)
let ahead = 0
vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
/** Expires the product cache of the server by advancing its clock. */
const expireCache = () => {
  ahead += 10_000
}
/** Waits until the page shows the last saved value. All codes of a product share one cache entry. */
async function pageShows(field: 'verified_text' | 'website', value: string): Promise<void> {
  expireCache()
  await expect.poll(async () => (await verify()).customization?.[field], { timeout: 5000, interval: 200 }).toBe(value)
}

async function open(prepare?: (page: Page) => Promise<void>): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  await prepare?.(page)
  const complaints: string[] = []
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const { printed, secret } = goods.active[0]!
  await page.goto(`${origin}/verify?a=${printed}&p=${secret}`)
  return { page, complaints }
}

test('shows input that imitates a script, a style or a picture as plain text in every field [VE06]', async () => {
  for (const input of hostileTexts(bait)) {
    const body = customizationFilledWith(input, picture)
    await save(body)
    await pageShows('verified_text', body.verified_text!)
    const { page, complaints } = await open()
    await page.locator('.proof [role=status]').waitFor({ state: 'attached' })
    await page.locator('.play').click()
    await page.locator('.video iframe').waitFor()
    expect(await page.locator('h1').textContent(), input).toBe(body.verified_text)
    expect(await page.evaluate(() => 'hacked' in window), input).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), input).toBeLessThanOrEqual(390)
    expect(await page.locator('.card').isVisible(), input).toBe(true)
    expect(await page.locator('.block').count(), input).toBe(6)
    // Only the elements of the page itself: the input added none.
    expect(await page.locator('main :is(script, style, object, embed, base, link, meta, form)').count(), input).toBe(0)
    expect(
      complaints.filter((text) => !/net::ERR/.test(text)),
      input,
    ).toEqual([])
    await page.close()
  }
  expect(forbiddenRequests).toEqual([])
}, 180_000)

test('rejects invalid addresses in every field; accepted addresses lead to the host they name [VE06 VE05]', async () => {
  const fields = (url: string): object[] => [
    { website: url },
    { social_link: url },
    { additions: [{ id: 'a', type: 'button', website: url }] },
    { additions: [{ id: 'a', type: 'video', videoUrl: url }] },
    { additions: [{ id: 'a', type: 'embed', link: url }] },
    { additions: [{ id: 'a', type: 'image', images: [{ ...picture, imageExternalUrl: url }] }] },
  ]
  for (const url of hostileUrls(bait)) {
    for (const field of fields(url)) {
      const refused = save({ isDraft: false, ...field })
      await expect(refused, JSON.stringify(field)).rejects.toMatchObject({ status: 400 })
    }
  }
  for (const colour of hostileColours) {
    await expect(save({ isDraft: false, background_color: colour }), colour).rejects.toMatchObject({ status: 400 })
  }
  // A name that imitates another one is shown in the form that the browser requests.
  expect(parsePublicUrl('https://r\u0456mba.example')?.host).toBe('xn--rmba-l9d.example')
})

test('does not render data that was written to the database past the contract [VE06]', async () => {
  const stored = [
    { isDraft: false, verified_text: 'x', website: 'javascript:hacked=1' },
    { isDraft: false, additions: [{ id: 'a', type: 'text', content: '<script>hacked=1</script>' }] },
    { isDraft: false, background_color: `red;}body{background:url(${bait})}` },
    '<script>hacked=1</script>',
  ]
  for (const customization of stored) {
    await world.database.query(
      `update sku set details = details || jsonb_build_object('customization', $2::jsonb) where id = $1`,
      [goods.skuId, JSON.stringify(customization)],
    )
    expireCache()
    await expect.poll(async () => (await verify()).customization, { timeout: 5000, interval: 200 }).toBeNull()
  }
  const { page, complaints } = await open()
  expect(await page.locator('h1').textContent()).toBe('Pass!')
  expect(complaints).toEqual([])
  await page.close()
  // No call can write this data, and none can read a product that contains it.
  await world.database.query(`update sku set details = details - 'customization' where id = $1`, [goods.skuId])
})

test('never redirects by itself to a host other than the approved one [VE05]', async () => {
  await world.database.query(`update merchant set features = array['redirect:rimba.example'] where id = $1`, [
    goods.merchantId,
  ])
  const lookalikes = [
    'https://rimba.example.evil.example/',
    'https://evil.example/rimba.example',
    'https://evil.example/?https://rimba.example',
    'https://shop.rimba.example/',
    'http://rimba.example/',
    'https://xn--rmba-l9d.example/',
  ]
  for (const website of lookalikes) {
    await save({ isDraft: false, website })
    await pageShows('website', website)
    expect(await verify(), website).toMatchObject({ verify_url: website, autoRedirect: false })
  }
  const { page } = await open((page) => page.clock.install())
  const redirects: string[] = []
  page.on('framenavigated', (frame) => redirects.push(frame.url()))
  expect(await page.locator('.circle').count()).toBe(0)
  await page.clock.runFor(15_000)
  expect(redirects).toEqual([])
  await page.close()
  await save({ isDraft: false, website: 'https://rimba.example/' })
  await pageShows('website', 'https://rimba.example/')
  expect(await verify()).toMatchObject({ autoRedirect: true })
}, 60_000)

test('ignores an address that was written past the contract, even if it contains an approved host [VE05]', async () => {
  await world.database.query(`update merchant set features = array['redirect:rimba.example'] where id = $1`, [
    goods.merchantId,
  ])
  const { printed, secret } = goods.active[0]!
  for (const address of [
    '//rimba.example',
    '\\\\rimba.example',
    'https:\\\\rimba.example',
    'https://rimba.example@evil.example/',
    'https://evil.example\\@rimba.example',
    'https://user@rimba.example/',
  ]) {
    await world.database.query(
      `update sku set details = (details - 'customization') || jsonb_build_object('verify_url', $2::text) where id = $1`,
      [goods.skuId, address],
    )
    expireCache()
    await expect
      .poll(async () => (await verify()).verify_url, { timeout: 5000, interval: 200, message: address })
      .toBeNull()
    const { page } = await open()
    expect(await page.locator('.circle, a[href*="/verify/go"]').count(), address).toBe(0)
    await page.close()
    const asked = await fetch(`${origin}/verify/go?a=${printed}&p=${secret}`, { redirect: 'manual' })
    expect(asked.headers.get('location'), address).toBe('/verify')
  }
}, 60_000)

test('frames may load from the hosts of this page only, and the policy states it [VE06]', async () => {
  await world.database.query(`update merchant set features = array['embed:maps.rimba.example'] where id = $1`, [
    goods.merchantId,
  ])
  const policyOf = async () => {
    const { printed, secret } = goods.active[0]!
    const { headers, body } = await world.app.inject({ url: `/verify?a=${printed}&p=${secret}` })
    return { policy: String(headers['content-security-policy']), body }
  }
  await save({ isDraft: false, verified_text: 'No frames' })
  await pageShows('verified_text', 'No frames')
  expect((await policyOf()).policy).not.toContain('frame-src')
  const embed = (id: string, link: string) => ({ id, type: 'embed' as const, link })
  const additions = [embed('a', 'https://maps.rimba.example/one'), embed('b', 'https://evil.example/two')]
  await save({ isDraft: false, verified_text: 'Frames', additions })
  await pageShows('verified_text', 'Frames')
  const { policy, body } = await policyOf()
  expect(policy).toContain('frame-src https://maps.rimba.example;')
  expect(body.match(/<iframe[^>]*>/g)).toEqual([expect.stringContaining('sandbox="allow-scripts"')])
  expect(body).toContain('Open evil.example')
})
