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
/** `isThorough`: with all rules of accessibility. The other walks show the same elements, so they check colors only. */
type Walk = {
  language: Language
  viewport: { width: number; height: number }
  looks: readonly [Look, ...Look[]]
  isThorough?: boolean
}
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** All themes in both languages; each theme and each color on a phone and a desktop. */
const walks: readonly Walk[] = [
  {
    ...{ language: 'enUS', viewport: desktop, isThorough: true },
    looks: [
      { theme: 'light', primaryColor: 'green', secondaryColor: 'green' },
      { theme: 'dark', primaryColor: 'gray', secondaryColor: 'green' },
    ],
  },
  {
    ...{ language: 'ruRU', viewport: phone, isThorough: true },
    looks: [
      { theme: 'light', primaryColor: 'orange', secondaryColor: 'gray' },
      { theme: 'dark', primaryColor: 'blue', secondaryColor: 'orange' },
    ],
  },
  {
    ...{ language: 'enUS', viewport: phone },
    looks: [{ theme: 'bnw', primaryColor: 'green', secondaryColor: 'orange' }],
  },
  {
    ...{ language: 'ruRU', viewport: desktop },
    looks: [{ theme: 'bnw', primaryColor: 'gray', secondaryColor: 'blue' }],
  },
]
/** Rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

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
    (kept) => localStorage.setItem('assay.preferences', kept),
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
    // In one walk each address is loaded anew; in the others it is opened by navigation inside the console.
    if (at === 0 || walk === walks[0] || path.includes('?')) await page.goto(path)
    else await walkTo(page, path)
    await inspectScreen(page, path, walk)
    expect(complaints, path).toEqual([])
  }
  await page.close()
}

async function inspectScreen(page: Page, path: string, { viewport, looks, isThorough }: Walk): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${path} scrolls sideways`).toBeLessThanOrEqual(viewport.width)
  let shown = looks[0]
  for (const look of looks) {
    if (look !== shown) await changeLook(page, look, shown)
    // The contrast cannot be measured during a color transition.
    await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition))
    const rules = isThorough && look === looks[0] ? undefined : colorRules
    expect.soft(await accessibilityViolations(page, { rules }), `${path}, ${look.theme}`).toEqual([])
    shown = look
  }
  if (shown !== looks[0]) await changeLook(page, looks[0], shown)
}

/** Runs in parallel, because these tests take a large part of the time of all browser tests. */
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

for (const walk of walks) {
  const { language, looks } = walk
  const name = `${looks.map(({ theme }) => theme).join(' and ')}, ${language}, ${walk.viewport.width} px`

  test(`SH10 shows public pages without errors: ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await startWith(context, looks[0], language)
    await inspect(context, open, walk)
    await context.close()
  })

  test(`SH04 SH07 shows the merchant's screens without errors: ${name}`, async ({ browser, baseURL }) => {
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

  test(`SH05 shows the administrator’s screens without errors: ${name}`, async ({
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
