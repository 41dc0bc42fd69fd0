import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { hasChromium } from '#scripts/test/chromium.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { type BrowserSite, startBrowserSite } from '#server/verify/test/browser-site.ts'
import { codeOfKind, type ReachableKind, reachableKinds } from '#server/verify/test/result-kinds.ts'
import { headlineText } from '#shared/verify/result/headline-text.ts'
import { appearanceOf } from '#shared/verify/result/result-kind.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const looks = [
  { viewport: phone, theme: 'light', language: 'enUS' },
  { viewport: phone, theme: 'dark', language: 'ruRU' },
  { viewport: desktop, theme: 'light', language: 'ruRU' },
  { viewport: desktop, theme: 'bnw', language: 'enUS' },
] as const
type Look = (typeof looks)[number]

/** The others show the same elements, so only their colors are checked. */
const rulesOf = (look: Look) => (look === looks[0] ? {} : { rules: ['color-contrast', 'link-in-text-block'] })

let started: BrowserSite
let world: TestApp
let browser: Browser
let origin: string

beforeAll(async () => {
  started = await startBrowserSite()
  ;({ site: world, browser, origin } = started)
})
afterAll(() => started?.close())

async function open(code: string, { viewport, theme, language }: Look): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  await page.goto(`${origin}/v/${code}?theme=${theme}&lang=${language.slice(0, 2)}`)
  // The bar over the result needs 1.3 s.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  return page
}

/** The distances of the visible ones from the top of the page. */
async function tops(page: Page, ...selectors: string[]): Promise<number[]> {
  const found = await Promise.all(selectors.map((selector) => page.locator(`${selector}:visible`).all()))
  return Promise.all(found.flat().map((one) => one.evaluate((node) => node.getBoundingClientRect().top + scrollY)))
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

describe.skipIf(!hasChromium())('the pages of all results [VD05]', () => {
  it.each(reachableKinds)(
    'shows reason and first action first, then the product, in each design when the result is %s',
    async (kind) => {
      const code = await codeOfKind(world, kind)
      for (const look of looks) {
        const page = await open(code, look)
        const name = `${kind} ${JSON.stringify(look)}`
        expect(await page.locator('h1').textContent(), name).toBe(headlineText[look.language][kind].headline)
        expect(await page.locator(`.seal.${appearanceOf(kind).tone}`).count(), name).toBe(1)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, name).toBeLessThanOrEqual(0)
        expect(await accessibilityViolations(page, rulesOf(look)), name).toEqual([])
        if (kind !== 'genuine') await expectActionFirst(page, kind, name)
        await page.close()
      }
    },
  )

  it('highlights the group with a wrong character when the secret belongs to a known code [VE04]', async () => {
    const code = await codeOfKind(world, 'genuine')
    const wrong = code.slice(0, 9) + (code[9] === '5' ? '6' : '5') + code.slice(10)
    for (const look of looks) {
      const page = await open(wrong, look)
      expect(await page.locator('.typed-code').textContent()).toBe(wrong.replace(/.{1,4}/g, '$& '))
      expect(await page.locator('.typed-code mark').textContent()).toBe(`${wrong.slice(8, 12)} `)
      expect(await page.locator('#code-mistake').textContent()).toMatch(/9\D+12/)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await accessibilityViolations(page, rulesOf(look))).toEqual([])
      await page.close()
    }
  })

  it('keeps theme and language from the result to the report and back [VD08]', async () => {
    const page = await open(await codeOfKind(world, 'suspected_copy'), looks[1])
    await page.locator('.to-do a[href^="/verify/report"]').click()
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.reload()
    await page.getByRole('link', { name: 'Назад к результату' }).click()
    await page.locator('.doubtful').waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
    await page.close()
  })
})

async function expectActionFirst(page: Page, kind: ReachableKind, name: string): Promise<void> {
  const isKnown = kind !== 'unknown' && kind !== 'damaged'
  const head = isKnown ? ['.product-head', '.contact'] : []
  const order = await tops(page, 'h1', '.lead', '#to-do', '.to-do', ...head, '.reasons', '.photos', '.issued-for')
  expect(order, name).toEqual(ascending(order))
  const told = await page.locator('.product-head').allTextContents()
  expect(told, name).toHaveLength(isKnown ? 1 : 0)
  if (isKnown) for (const fact of ['Bag', 'B1', 'care@rimba.example']) expect(told[0], name).toContain(fact)
  const first = (await page.locator('.to-do a').first().boundingBox())!
  expect(first.y + first.height, name).toBeLessThan(page.viewportSize()!.height)
  for (const action of await page.locator('.to-do a').all()) {
    expect((await action.boundingBox())!.height, name).toBeGreaterThanOrEqual(40)
  }
}
