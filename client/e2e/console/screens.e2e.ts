import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/http/api.ts'
import type { Color } from '#client/core/session/preferences.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { publicPaths, screenPaths } from '#client/e2e/setup/screen-paths.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { features } from '#shared/core/api/features.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { Theme } from '#shared/core/theme.ts'
import { skuContract } from '#shared/sku/contract.ts'

type Look = { theme: Theme; primaryColor: Color; secondaryColor: Color }
type Viewport = { width: number; height: number }
/**
 * Each screen is checked with all rules of accessibility in the first look, and for its colors in the others. The last look
 * is checked in another size, which the open screen is given.
 */
type Walk = {
  language: Language
  viewport: Viewport
  looks: readonly [Look, Look]
  resized: { viewport: Viewport; look: Look }
}
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** All themes in both languages; each theme and each color on a phone and a desktop. */
const walks: readonly Walk[] = [
  {
    language: 'enUS',
    viewport: desktop,
    looks: [
      { theme: 'light', primaryColor: 'green', secondaryColor: 'green' },
      { theme: 'dark', primaryColor: 'gray', secondaryColor: 'green' },
    ],
    resized: { viewport: phone, look: { theme: 'bnw', primaryColor: 'green', secondaryColor: 'orange' } },
  },
  {
    language: 'ruRU',
    viewport: phone,
    looks: [
      { theme: 'light', primaryColor: 'orange', secondaryColor: 'gray' },
      { theme: 'dark', primaryColor: 'blue', secondaryColor: 'orange' },
    ],
    resized: { viewport: desktop, look: { theme: 'bnw', primaryColor: 'gray', secondaryColor: 'blue' } },
  },
]
/** Rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']
/** Parts that are the same on every screen, so they are checked on the first one. */
const everywhere = ['.side-menu', '.top-bar']

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

/** The look with which the console starts. */
async function startWith(context: BrowserContext, look: Look, language: Language): Promise<void> {
  const state = { ...look, language, collapsed: false }
  await context.addInitScript(
    (kept) => {
      localStorage.setItem('assay.preferences', kept)
      // Colors are inherited through transitions, so another look would take one frame for each level of the document.
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    },
    JSON.stringify({ state, version: 1 }),
  )
}

/** Changes the look of the open screen, as the preferences do: classes and variables of the root element. */
async function changeLook(page: Page, look: Look, previous: Look): Promise<void> {
  await page.evaluate(
    ([look, previous]) => {
      const { classList, style } = document.documentElement
      classList.replace(previous.theme, look.theme)
      style.colorScheme = look.theme === 'dark' ? 'dark' : 'light'
      for (const name of [...style]) {
        const [, role, use] = /^--chakra-colors-(primary|secondary)-(\w+)$/.exec(name) ?? []
        const color = role === 'primary' ? look.primaryColor : look.secondaryColor
        if (use) style.setProperty(name, `var(--chakra-colors-${color}-${use})`)
      }
    },
    [look, previous] as const,
  )
}

/** Asserts that each screen is translated, fits, is accessible by screen reader and keyboard, and logs no error. */
async function inspect(context: BrowserContext, paths: readonly string[], walk: Walk): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize(walk.viewport)
  const complaints: string[] = []
  const hear = (text: string) => complaints.push(text)
  page.on('console', (message) => message.type() === 'error' && hear(message.text()))
  page.on('pageerror', (error) => hear(error.message))
  for (const [at, path] of paths.entries()) {
    // The tests of a screen load its address. A query is not opened by navigation to the same path.
    if (at === 0 || path.includes('?')) await page.goto(path)
    else await walkTo(page, path)
    await inspectScreen(page, path, walk, at === 0 ? [] : everywhere)
    expect(complaints, path).toEqual([])
  }
  await page.close()
}

async function inspectScreen(
  page: Page,
  path: string,
  { viewport, looks, resized }: Walk,
  except: readonly string[],
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFit(page, path, viewport)
  await expectAccessible(page, `${path}, ${looks[0].theme}`, { except })
  await changeLook(page, looks[1], looks[0])
  await expectAccessible(page, `${path}, ${looks[1].theme}`, { except, rules: colorRules })
  await page.setViewportSize(resized.viewport)
  await changeLook(page, resized.look, looks[1])
  await expectFit(page, path, resized.viewport)
  await expectAccessible(page, `${path}, ${resized.look.theme}`, { except, rules: colorRules })
  await changeLook(page, looks[0], resized.look)
  await page.setViewportSize(viewport)
}

/** After all parts were loaded and drawn. */
async function expectFit(page: Page, path: string, { width }: Viewport): Promise<void> {
  const drawn = () =>
    page.evaluate(async () => {
      for (const _ of ['drawn', 'measured']) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth
    })
  await expect.poll(drawn, `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width)
  await expect(page.locator('.chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  expect(await drawn(), `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width)
}

async function expectAccessible(
  page: Page,
  what: string,
  options: Parameters<typeof accessibilityViolations>[1],
): Promise<void> {
  expect.soft(await accessibilityViolations(page, options), what).toEqual([])
}

/** Runs in parallel, because these tests take a large part of the time of all browser tests. */
test.describe.configure({ mode: 'parallel' })

for (const walk of walks) {
  const { language, viewport, looks, resized } = walk
  const sizes = [viewport, resized.viewport].map(({ width }) => width)
  const name = `light and dark at ${sizes[0]} px, black on white at ${sizes[1]} px, ${language}`

  test(`shows public pages without errors: ${name} [SH10]`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await startWith(context, looks[0], language)
    await inspect(context, open, walk)
    await context.close()
  })

  test(`shows the merchant's screens without errors: ${name} [SH04 SH07]`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await startWith(context, looks[0], language)
    const { email, password } = demoSignIns[0]!
    const { jwt } = await createApi(authContract, through(context)).signIn({ body: { identifier: email, password } })
    const headers = { authorization: `Bearer ${jwt}` }
    const own = createApi(authContract, through(context, headers))
    await own.setLanguage({ body: { language } })
    try {
      const { rows } = await createApi(skuContract, through(context, headers)).list({ query: { sort: 'name' } })
      const editor = `/customization?edit=${rows[0]!.id}`
      await inspect(context, [...merchantScreens, editor], walk)
    } finally {
      // The language is stored in the account, which other tests use too.
      await own.setLanguage({ body: { language: 'enUS' } })
    }
    await context.close()
  })

  test(`shows the administrator’s screens without errors: ${name} [SH05]`, async ({
    browser,
    baseURL,
    administrator,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await startWith(context, looks[0], language)
    const token = new URL(administrator).searchParams.get('token')!
    const { jwt } = await createApi(authContract, through(context)).administratorLink({ body: { token } })
    const own = createApi(authContract, through(context, { authorization: `Bearer ${jwt}` }))
    await own.setLanguage({ body: { language } })
    try {
      await inspect(context, adminScreens, walk)
    } finally {
      await own.setLanguage({ body: { language: 'enUS' } })
    }
    await context.close()
  })
}
