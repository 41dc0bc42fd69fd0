import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/api.ts'
import type { Color, Theme } from '#client/core/preferences.ts'
import { demoSignIns } from '#scripts/seed/people.ts'
import { authContract } from '#shared/auth/contract.ts'
import type { Language } from '#shared/core/language.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { test } from './assay.ts'

type Look = {
  theme: Theme
  primaryColor: Color
  secondaryColor: Color
  language: Language
  viewport: { width: number; height: number }
}
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
/** Every theme, colour, language and size, without each of their combinations. */
const looks: Look[] = [
  { theme: 'light', primaryColor: 'green', secondaryColor: 'green', language: 'enUS', viewport: desktop },
  { theme: 'dark', primaryColor: 'blue', secondaryColor: 'orange', language: 'ruRU', viewport: phone },
  { theme: 'bnw', primaryColor: 'gray', secondaryColor: 'blue', language: 'ruRU', viewport: desktop },
]

const open = ['/', '/?register', '/recover-password', '/terms-of-service', '/privacy', '/experience', '/error']
const merchantScreens = [
  '/',
  '/onboarding',
  '/brand',
  '/sku',
  '/media',
  '/generatecode',
  '/activatecode',
  '/alerts',
  '/customization',
  '/form',
  '/submission',
  '/logistic',
  '/settings',
  '/settings/business',
  '/settings/billing-history',
  '/settings/credit',
  '/settings/preferences',
  '/support',
]
const adminScreens = [
  '/',
  '/business',
  '/business?review',
  '/brand',
  '/brand?review',
  '/sku',
  '/sku?review',
  '/user',
  '/audit',
  '/plan',
  '/support',
  '/preferences',
]

/** The server as the page's context reaches it: an answer's cookie stays with the context. */
const through =
  ({ request }: BrowserContext, headers: Record<string, string> = {}): Send =>
  async ({ method, url, body, headers: own }) => {
    const answer = await request.fetch(url, { method, headers: { ...own, ...headers }, data: body })
    return { status: answer.status(), body: await answer.json() }
  }

async function dress(context: BrowserContext, { viewport: _, ...look }: Look): Promise<void> {
  const state = { ...look, collapsed: false }
  await context.addInitScript(
    (kept) => localStorage.setItem('assay.preferences', kept),
    JSON.stringify({ state, version: 1 }),
  )
}

/** A screen is in order: it speaks, fits, can be used without seeing or pointing, and reports no error. */
async function inspect(context: BrowserContext, paths: readonly string[], { viewport }: Look): Promise<void> {
  // One tab for all of them: each address is loaded anew, in a browser that has the code already.
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  const complaints: string[] = []
  const hear = (text: string) => complaints.push(text)
  page.on('console', (message) => message.type() === 'error' && hear(message.text()))
  page.on('pageerror', (error) => hear(error.message))
  for (const path of paths) {
    await page.goto(path)
    await inspectScreen(page, path, viewport.width)
    expect(complaints, path).toEqual([])
  }
  await page.close()
}

async function inspectScreen(page: Page, path: string, most: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${path} scrolls sideways`).toBeLessThanOrEqual(most)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found, path).toEqual([])
}

/** Side by side: half of the time of all browser tests is theirs. */
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

for (const look of looks) {
  const name = `${look.theme}, ${look.language}, ${look.viewport.width} px`

  test(`SH10 open pages: ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await dress(context, look)
    await inspect(context, open, look)
    await context.close()
  })

  test(`SH04 SH07 the merchant's screens: ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await dress(context, look)
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
      // The language belongs to the account, which other tests sign in with.
      await own.setLanguage({ body: { language: 'enUS' } })
    }
    await context.close()
  })

  test(`SH05 the administrator’s screens: ${name}`, async ({ browser, baseURL, administrator }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await dress(context, look)
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
