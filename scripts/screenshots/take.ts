import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { preferencesKey } from '#client/core/preferences-key.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { startAssay } from '#client/e2e/setup/start-assay.ts'
import { shopperCodes } from '#client/e2e/verify/shopper-codes.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { requireChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'

/**
 * `npm run pictures` takes the pictures of the README, of the landing page and of the web manifest again, from the demo data of its
 * own Assay. Run it after a change that they show, look at them, and commit them.
 */
const installed = 'client/app/public/images'
const readme = 'docs/images'

/** A screen of the console, and words that are there once its data is. */
type Screen = { screen: string; shows: string }
type Picture = {
  file: string
  of: Screen | { brand: string }
  viewport: { width: number; height: number }
  /** Pixels of the file for each pixel of the viewport. */
  scale: number
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const generate = { screen: '/generatecode', shows: 'Highland Black Tea' }

const pictures: readonly Picture[] = [
  { file: `${readme}/console.png`, of: generate, viewport: desktop, scale: 0.75 },
  { file: `${readme}/verify.png`, of: { brand: 'Highland Tea' }, viewport: phone, scale: 1 },
  {
    file: `${installed}/landing-console.webp`,
    of: { screen: '/', shows: 'Codes generated' },
    viewport: desktop,
    scale: 5 / 6,
  },
  {
    file: `${installed}/landing-verify.webp`,
    of: { brand: 'Olivar del Sur' },
    viewport: { width: 390, height: 780 },
    scale: 4 / 3,
  },
  { file: `${installed}/screenshot-desktop.png`, of: generate, viewport: desktop, scale: 1 },
  {
    file: `${installed}/screenshot-phone.png`,
    of: { screen: '/activatecode', shows: 'Activated' },
    viewport: phone,
    scale: 1,
  },
]

requireChromium()
buildIfChanged()
const assay = await startAssay()
const browser = await chromium.launch(chromiumOptions())
try {
  const { brands } = await shopperCodes(assay)
  for (const picture of pictures) {
    const page = await openPage(browser, picture)
    if ('brand' in picture.of) await openResult(page, brands.get(picture.of.brand)!)
    else await openScreen(page, picture.of)
    await save(page, picture)
    await page.context().close()
    console.log(picture.file)
  }
} finally {
  await browser.close()
  await assay.end()
}

/** Twice the pixels of the screen, so that smaller pictures are sharp. */
async function openPage(browser: Browser, { viewport, scale }: Picture): Promise<Page> {
  const options: BrowserContextOptions = {
    baseURL: assay.url,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport,
    deviceScaleFactor: scale === 1 ? 1 : 2,
  }
  const context = await browser.newContext(options)
  const look = { theme: 'light', language: 'enUS', primaryColor: 'green', secondaryColor: 'green', collapsed: false }
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key!, value!),
    [preferencesKey, JSON.stringify({ state: look, version: 1 })],
  )
  return context.newPage()
}

async function openScreen(page: Page, { screen, shows }: Screen): Promise<void> {
  await signInAsMerchant(page, { at: screen })
  // The stream of events never ends, so the network is never idle.
  await page.locator('main').getByText(shows).filter({ visible: true }).first().waitFor()
  await expect(page.locator('.chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  await expect(page.getByText(/^[\d,]+ codes$/).first()).toBeVisible()
}

async function openResult(page: Page, code: string): Promise<void> {
  await page.goto(`/v/${code}`)
  await page.locator('.preloader').waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
}

async function save(page: Page, { file, viewport, scale }: Picture): Promise<void> {
  const drawn = sharp(await page.screenshot({ animations: 'disabled' })).resize({
    width: Math.round(viewport.width * scale),
  })
  await (file.endsWith('.webp') ? drawn.webp({ quality: 82 }) : drawn.png({ palette: true, quality: 90 })).toFile(file)
}
