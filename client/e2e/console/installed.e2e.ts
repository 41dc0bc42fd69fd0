import { type BrowserContext, devices, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { openDeployments } from '#client/e2e/setup/deployments.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { omit } from '#shared/core/omit.ts'

test.use({ serviceWorkers: 'allow' })

/** Resolves when the worker has cached every file of the console. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
}

test('has a manifest with icons, a maskable icon and screenshots, which makes it installable [OF01]', async ({
  page,
  baseURL,
}) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(href!)).json()
  expect(manifest).toMatchObject({ name: 'Assay', display: 'standalone', start_url: '/', id: '/' })
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']))
  expect(manifest.screenshots).toHaveLength(2)
  expect(manifest).toMatchObject({ share_target: { action: '/share' }, file_handlers: [{ action: '/received' }] })
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.request.get(new URL(src, baseURL).href)
    expect([src, picture.status(), picture.headers()['content-type']]).toEqual([src, 200, 'image/png'])
  }
})

test('offers one install button where the browser supports it, until the app is installed [OF01]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/sku' })
  const button = page.getByRole('button', { name: 'Install the app' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(button).toHaveCount(0)
  // A headless browser does not fire this event, so the test dispatches the event of Chromium.
  const offer = (outcome: 'accepted' | 'dismissed') =>
    page.evaluate((outcome) => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      window.dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome }) }))
      return event.defaultPrevented
    }, outcome)
  expect(await offer('dismissed')).toBe(true)
  await button.click()
  await expect(button).toBeVisible()
  await offer('accepted')
  await button.click()
  await expect(button).toHaveCount(0)
})

test('shows install instructions on an iPhone, where only the browser menu installs [OF01]', async ({
  browser,
  baseURL,
}) => {
  const phone = omit(devices['iPhone 15']!, 'defaultBrowserType')
  const context = await browser.newContext({ ...phone, baseURL: baseURL!, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signInAsMerchant(page, { at: '/sku' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Install the app' }).click()
  await expect(page.getByRole('dialog', { name: 'Install the app' }).getByRole('listitem')).toHaveText([
    /Share/,
    /Add to Home Screen/,
  ])
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})

test('opens every address of the console without a connection after one visit [OF01]', async ({ page, context }) => {
  await signInAsMerchant(page)
  await kept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.goto('/activatecode')
  await expect(page.getByRole('heading', { name: 'Activate Codes', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByTestId('credit')).toContainText(/\d,\d{3} codes/)
})

test('serves files from the cache and calls from the network without starting the service worker [OF01]', async ({
  page,
}) => {
  await signInAsMerchant(page, { at: '/sku' })
  await kept(page)
  await page.reload()
  await expect(page.getByTestId('credit')).toContainText(/\d,\d{3} codes/)
  type Routed = PerformanceResourceTiming & { workerFinalSourceType?: string }
  const sourcesOf = (folder: string) =>
    page.evaluate((folder) => {
      const entries = performance.getEntriesByType('resource') as Routed[]
      const within = entries.filter(({ name }) => new URL(name).pathname.startsWith(folder))
      return [...new Set(within.map(({ workerFinalSourceType }) => workerFinalSourceType))]
    }, folder)
  expect(await sourcesOf('/assets/')).toEqual(['cache'])
  expect(await sourcesOf('/api/')).toEqual(['network'])
})

test('does not handle requests of the API and the verify page in the service worker [OF01 OF05]', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await kept(page)
  await page.reload()
  await page.goto('/verify?a=00000000000000000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This code is not valid')
  await context.setOffline(true)
  await expect(page.goto('/verify?a=00000000000000000000000000')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

async function openTwoTabs(context: BrowserContext, url: string): Promise<[Page, Page]> {
  const first = await context.newPage()
  await first.goto(url)
  await kept(first)
  await first.reload()
  const second = await context.newPage()
  await second.goto(url)
  return [first, second]
}

test('installs a new version only after confirmation, and reloads no tab with unsaved work [OF01]', async ({
  browser,
  baseURL,
}) => {
  const deployments = await openDeployments(baseURL!)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const [writing, idle] = await openTwoTabs(context, deployments.url)
  await writing.getByLabel('Email or user name').fill('half an addr')

  deployments.deploy()
  await lookForUpdate(idle)
  await expect(idle.getByText('A new version of Assay is ready.')).toBeVisible()
  // Nothing is reloaded automatically, and the update cannot be confirmed while a form is open.
  await expect(writing.getByText('A new version of Assay is ready.')).toBeVisible()
  await expect(writing.getByRole('button', { name: 'Reload' })).toBeDisabled()

  const reloaded = idle.waitForEvent('load')
  await idle.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(writing.getByText('Assay was updated in another tab', { exact: false })).toBeVisible()
  await expect(writing.getByLabel('Email or user name')).toHaveValue('half an addr')

  await writing.getByLabel('Email or user name').fill('')
  const last = writing.waitForEvent('load')
  await writing.getByRole('button', { name: 'Reload' }).click()
  await last
  await expect(writing.getByText('updated in another tab', { exact: false })).toBeHidden()
  await context.close()
  await deployments.close()
})

test('opens a list of another app in activation or a shipment, also offline [OF01 CO06]', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsMerchant(page, { at: '/activatecode' })
  await kept(page)
  // The browser posts a share of the system like this form.
  const share = (name: string) =>
    page.evaluate((name) => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/share', hidden: true })
      form.enctype = 'multipart/form-data'
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' })
      const given = new DataTransfer()
      given.items.add(new File(['code\nhttps://example.com/V/NOT-A-CODE\n'], name, { type: 'text/csv' }))
      input.files = given.files
      form.append(input)
      document.body.append(form)
      form.submit()
    }, name)
  await page.getByRole('heading', { name: 'Activate Codes', level: 1 }).waitFor()
  await context.setOffline(true)
  await share('from-mail.csv')
  await expect(page).toHaveURL(/\/received$/)
  await expect(page.getByText('from-mail.csv')).toBeVisible()
  await page.getByRole('link', { name: 'Activate the codes' }).click()
  await expect(page.getByRole('heading', { name: 'Activate Codes', level: 1 })).toBeVisible()
  await expect(page.getByText('from-mail.csv')).toBeVisible()
  await context.setOffline(false)
  await page.goto('/received')
  await expect(page.getByText('No file is waiting')).toBeVisible()

  await share('from-chat.csv')
  await page.getByRole('link', { name: 'Add the codes to a shipment' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
