import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

/** Holds back responses until the returned function is called, by default those with the code of the console. */
async function hold(page: Page, url: string | RegExp = '**/assets/start-*.js'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const boxOf = (page: Page, selector: string) => page.locator(selector).boundingBox()
/** Where a heading begins in its screen, below banners that may come, and how high it is. */
const headingBox = (page: Page, selector: string) =>
  page.locator(selector).evaluate((heading) => {
    const { x, y, height } = heading.getBoundingClientRect()
    const screen = heading.closest('.frame-screen')!.getBoundingClientRect()
    return { x: x - screen.x, y: y - screen.y, height }
  })

test('shows the frame in the stored theme while the code loads, and moves nothing on rendering [SH07]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // The first visit takes the theme of the system and stores it; later the system has another one.
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsMerchant(page, { at: '/sku' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  const release = await hold(page)
  await page.goto('/insights', { waitUntil: 'commit' })
  await expect(page.locator('.first-frame')).toBeVisible()
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(page.locator('#root')).toHaveText('AssayData Insights for Brand')
  const before = [await boxOf(page, '.side-menu'), await boxOf(page, '.top-bar'), await boxOf(page, '.top-bar .logo')]
  const heading = await headingBox(page, '.first-heading')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.first-frame')).toHaveCount(0)
  expect([await boxOf(page, '.side-menu'), await boxOf(page, '.top-bar'), await boxOf(page, '.top-bar .logo')]).toEqual(
    before,
  )
  expect(await headingBox(page, 'main h1')).toEqual(heading)
})

test('shows no frame of the console to a visitor while the code loads [SH01]', async ({ page }) => {
  const release = await hold(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.first-frame')).toBeAttached()
  await expect(page.locator('.first-frame')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`moves no tab of the landing page when its parts arrive late at ${viewport.width} pixels [SH01]`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const release = [await hold(page, /assets\/sign-in-form-/), await hold(page, '**/api/sku/demo?*')]
    await page.goto('/')
    const tab = page.getByRole('tab', { name: 'Register' })
    await tab.waitFor()
    const before = await tab.boundingBox()
    for (const next of release) next()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Try it without an account' }).waitFor()
    expect(await tab.boundingBox()).toEqual(before)
    await tab.click()
    await page.getByLabel('Company name').waitFor()
    expect(await tab.boundingBox()).toEqual(before)
  })
