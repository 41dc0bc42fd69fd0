import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium } from '#scripts/test/chromium.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { type BrowserSite, startBrowserSite } from '#server/verify/test/browser-site.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'

let started: BrowserSite
let world: TestApp
let goods: Product
let browser: Browser
let origin: string
const errors: string[] = []

beforeAll(async () => {
  started = await startBrowserSite()
  ;({ site: world, browser, origin } = started)
  goods = await product(world, { verify_url: 'https://rimba.example/bag' }, ['redirect:rimba.example'])
})
afterAll(() => started?.close())

async function open(more = '', options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(address(more))
  return page
}

/** Opens the page with a clock that only the test moves. */
async function openAtNoon(): Promise<Page> {
  const page = await newPage()
  await page.clock.install({ time: '2026-11-21T12:00:00Z' })
  await page.clock.pauseAt('2026-11-21T12:00:01Z')
  await page.goto(address())
  await page.locator('.circle').waitFor()
  // Effects of components run after the next frame, which this clock shows.
  await page.clock.runFor(100)
  return page
}

function address(more = ''): string {
  const { printed, secret } = goods.active[0]!
  return `${origin}/verify?a=${printed}&p=${secret}${more}`
}

async function newPage(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 390, height: 844 }, ...options })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return page
}

describe.skipIf(!hasChromium())('the page in a browser [VE01]', () => {
  it('recomputes the proof on the device, and reports data that was changed in transit [VE03]', async () => {
    const page = await open()
    const status = page.locator('.proof [role=status]')
    await status.getByText('Proof checked in your browser').waitFor({ state: 'attached' })
    expect(await status.isVisible()).toBe(false)
    await page.locator('.folded summary').click()
    expect(await status.isVisible()).toBe(true)
    const { rows } = await world.database.query(
      "select encode(root, 'hex') as root from anchor_commitment where kind = 'batch'",
    )
    expect(await status.locator('code').textContent()).toBe(rows[0].root)
    await page.close()

    const tampered = await browser.newPage({ locale: 'en-US' })
    await tampered.route('**/verify?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('Leather', 'Plastic') })
    })
    await tampered.goto(address())
    // A proof that does not hold is not left folded.
    await tampered.getByText('Your browser could not recompute the proof').waitFor()
    await tampered.close()
  })

  it('fills a bar within 1.3 s, over the result that is already there [VE01]', async () => {
    const page = await open()
    const timing = await page.locator('.preloader').evaluate((node) =>
      node.getAnimations({ subtree: true }).map((animation) => {
        const { delay, duration, easing } = animation.effect!.getComputedTiming()
        const frames = (animation.effect as KeyframeEffect).getKeyframes()
        return { name: (animation as CSSAnimation).animationName, delay, duration, easing: frames[0]?.easing ?? easing }
      }),
    )
    expect(timing).toContainEqual({ name: 'fill', delay: 0, duration: 1300, easing: 'steps(137)' })
    expect(await page.locator('.preloader').textContent()).toBe('')
    expect(await page.locator('h1').isVisible()).toBe(true)
    await page.locator('.preloader').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('redirects after ten seconds; a key press cancels it and shows a link after one more second [VE05]', async () => {
    const redirecting = await openAtNoon()
    let redirects = 0
    redirecting.on('request', (request) => {
      if (new URL(request.url()).pathname === '/verify/go') redirects += 1
    })
    await redirecting.clock.runFor(9_000)
    expect(redirects).toBe(0)
    const request = redirecting.waitForRequest(/\/verify\/go/)
    await redirecting.clock.runFor(1_500)
    await request

    const cancelled = await openAtNoon()
    await cancelled.keyboard.press('Tab')
    await cancelled.getByText('Staying on this page').waitFor()
    await cancelled.clock.runFor(900)
    expect(await cancelled.locator('.leave a').count()).toBe(0)
    await cancelled.clock.runFor(200)
    await cancelled.locator('.leave a').waitFor()
    await cancelled.clock.runFor(20_000)
    expect(new URL(cancelled.url()).pathname).toBe('/verify')
    await Promise.all([redirecting.close(), cancelled.close()])
  })

  it('waits for the shopper when the host is not approved, by keyboard and without scripts [VE05]', async () => {
    const other = await product(world, { verify_url: 'https://shop.rimba.example/bag?colour=red' })
    const { printed, secret } = other.active[0]!
    const page = await newPage({ javaScriptEnabled: false })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).host))
    await page.goto(`${origin}/verify?a=${printed}&p=${secret}&lang=ru&theme=bnw`)
    await page.locator('.leave a').click()
    await page.getByRole('heading', { name: 'Вы покидаете эту страницу' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('bnw')
    const link = page.getByRole('link', { name: 'Перейти на shop.rimba.example' })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await page.keyboard.press('Tab')
    expect(await link.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await Promise.all([page.waitForURL(/\/verify\?/), page.keyboard.press('Enter')])
    expect(await page.locator('h1').textContent()).toBe('Проверка пройдена!')
    expect(new Set(requested)).toEqual(new Set([new URL(origin).host]))
    await page.locator('.leave a').click()
    const leaving = page.waitForRequest('https://shop.rimba.example/bag?colour=red')
    await page.getByRole('link', { name: 'Перейти на shop.rimba.example' }).click()
    expect((await leaving).headers().referer).toBeUndefined()
    await page.close()
  })

  it('shows verdict, chips and link without scripts, and fits a narrow screen', async () => {
    const page = await open('&lang=ru', { javaScriptEnabled: false })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.locator('h1').textContent()).toBe('Проверка пройдена!')
    expect(await page.locator('.chip').count()).toBe(2)
    expect(await page.locator('.leave a').isVisible()).toBe(true)
    expect(await page.locator('.circle').isVisible()).toBe(false)
    expect(await page.locator('.card').evaluate((card) => card.getBoundingClientRect().right)).toBeLessThanOrEqual(320)
    await page.close()
  })

  it('logged no error of hydration or of the content security policy', () => {
    expect(errors.filter((text) => !text.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
  })
})
