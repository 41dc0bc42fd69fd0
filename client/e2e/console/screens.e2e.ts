import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/http/api.ts'
import type { Color } from '#client/core/session/preferences.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { publicPaths, screenPaths } from '#client/e2e/setup/screen-paths.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { features } from '#shared/core/api/features.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import { skuContract } from '#shared/sku/contract.ts'

type ScreenSettings = {
  theme: Theme
  primaryColor: Color
  secondaryColor: Color
  language: Language
  viewport: { width: number; height: number }
}
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** All themes in both languages; each theme and each color on a phone and a desktop. */
const screenSettings: ScreenSettings[] = [
  { theme: 'light', primaryColor: 'green', secondaryColor: 'green', language: 'enUS', viewport: desktop },
  { theme: 'light', primaryColor: 'orange', secondaryColor: 'gray', language: 'ruRU', viewport: phone },
  { theme: 'dark', primaryColor: 'gray', secondaryColor: 'green', language: 'enUS', viewport: desktop },
  { theme: 'dark', primaryColor: 'blue', secondaryColor: 'orange', language: 'ruRU', viewport: phone },
  { theme: 'bnw', primaryColor: 'green', secondaryColor: 'orange', language: 'enUS', viewport: phone },
  { theme: 'bnw', primaryColor: 'gray', secondaryColor: 'blue', language: 'ruRU', viewport: desktop },
]

/** Pages that need a link from a mail. Other tests open them. */
const needLink = ['/email-confirmation', '/reset-password', '/administrator', '/unsubscribe']
const open = ['/', '/?register', ...publicPaths.filter((path) => !needLink.includes(path)), '/error']
const merchantScreens = screenPaths('merchant', { features })
/** Includes the review of each entity, which is another view at the same address. */
const adminScreens = [...screenPaths('admin'), '/business?review', '/brand?review', '/sku?review']

/** Sends requests with the context of the page, so that cookies of a response stay in the context. */
const through =
  ({ request }: BrowserContext, headers: Record<string, string> = {}): Send =>
  async ({ method, url, body, headers: own }) => {
    const answer = await request.fetch(url, { method, headers: { ...own, ...headers }, data: body })
    return { status: answer.status(), body: await answer.json() }
  }

async function applyScreenSettings(context: BrowserContext, { viewport: _, ...look }: ScreenSettings): Promise<void> {
  const state = { ...look, collapsed: false }
  await context.addInitScript(
    (kept) => localStorage.setItem('assay.preferences', kept),
    JSON.stringify({ state, version: 1 }),
  )
}

/** Asserts that a screen is translated, fits, is accessible by screen reader and keyboard, and logs no error. */
async function inspect(context: BrowserContext, paths: readonly string[], look: ScreenSettings): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize(look.viewport)
  const complaints: string[] = []
  const hear = (text: string) => complaints.push(text)
  page.on('console', (message) => message.type() === 'error' && hear(message.text()))
  page.on('pageerror', (error) => hear(error.message))
  for (const [at, path] of paths.entries()) {
    // In one variant each address is loaded anew; in the others it is opened by navigation inside the console.
    if (at === 0 || look === screenSettings[0] || path.includes('?')) await page.goto(path)
    else await walk(page, path)
    await inspectScreen(page, path, look.viewport.width)
    expect(complaints, path).toEqual([])
  }
  await page.close()
}

/** Navigates to an address inside the console, and waits until its heading has replaced the previous one. */
async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    document.querySelector('h1')!.setAttribute('data-left', '')
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

async function inspectScreen(page: Page, path: string, most: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  // The contrast cannot be measured during a color transition.
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition))
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${path} scrolls sideways`).toBeLessThanOrEqual(most)
  expect.soft(await accessibilityViolations(page), path).toEqual([])
}

/** Runs in parallel, because these tests take half of the time of all browser tests. */
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

for (const look of screenSettings) {
  const name = `${look.theme}, ${look.language}, ${look.viewport.width} px`

  test(`SH10 shows public pages without errors: ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await applyScreenSettings(context, look)
    await inspect(context, open, look)
    await context.close()
  })

  test(`SH04 SH07 shows the merchant's screens without errors: ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await applyScreenSettings(context, look)
    const { email, password } = demoSignIns[0]!
    const { jwt } = await createApi(authContract, through(context)).signIn({ body: { identifier: email, password } })
    const headers = { authorization: `Bearer ${jwt}` }
    const own = createApi(authContract, through(context, headers))
    await own.setLanguage({ body: { language: look.language } })
    try {
      const { rows } = await createApi(skuContract, through(context, headers)).list({ query: { sort: 'name' } })
      const editor = `/customization?edit=${rows[0]!.id}`
      await inspect(context, [...merchantScreens, editor], look)
    } finally {
      // The language is stored in the account, which other tests use too.
      await own.setLanguage({ body: { language: 'enUS' } })
    }
    await context.close()
  })

  test(`SH05 shows the administrator’s screens without errors: ${name}`, async ({
    browser,
    baseURL,
    administrator,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await applyScreenSettings(context, look)
    const token = new URL(administrator).searchParams.get('token')!
    const { jwt } = await createApi(authContract, through(context)).administratorLink({ body: { token } })
    const own = createApi(authContract, through(context, { authorization: `Bearer ${jwt}` }))
    await own.setLanguage({ body: { language: look.language } })
    try {
      await inspect(context, adminScreens, look)
    } finally {
      await own.setLanguage({ body: { language: 'enUS' } })
    }
    await context.close()
  })
}
