import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { devices, expect, type Page } from '@playwright/test'
import { submissionListPath } from '#client/e2e/offline/field-work.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { omit } from '#shared/core/omit.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { writeCodeVideo } from './code-video.ts'

const codes = Array.from({ length: 8 }, (_, n) => `0f1e2d3c-4b5a-6978-8796-${String(n).padStart(12, '0')}`)
const iPhone = omit(devices['iPhone 15']!, 'defaultBrowserType')

/** Takes the camera from the page, as a phone does in the background or during a call. */
const takeCamera = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    track!.stop()
    track!.dispatchEvent(new Event('ended'))
    return track!.id
  })
const trackOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0]!.id)

test('starts a lost camera again by itself, or by a press when it is lost at once [OF04]', async ({
  playwright,
  baseURL,
}) => {
  const film = join(mkdtempSync(join(tmpdir(), 'assay-video-')), 'codes.y4m')
  const printed = codes.map((uuid) => `HTTPS://ASSAY.EXAMPLE/V/${formatAddress(uuid)}K7M2XQ9PDW4HTZ3R`)
  await writeCodeVideo(film, printed)
  const options = chromiumOptions()
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const args = [...(options.args ?? []), ...fake, `--use-file-for-fake-video-capture=${film}`]
  const browser = await playwright.chromium.launch({ ...options, args })
  try {
    const viewport = { width: 390, height: 844 }
    const page = await browser.newPage({
      baseURL: baseURL!,
      permissions: ['camera'],
      viewport,
      reducedMotion: 'reduce',
    })
    await signInAsMerchant(page, { at: '/activatecode?scan=1' })
    await expect(page.getByTestId('row')).toHaveCount(codes.length, { timeout: 60_000 })
    // The count, the buttons and the last codes are on the screen together with the camera.
    for (const part of [page.getByTestId('camera'), page.getByTestId('count'), page.getByTestId('row').first()]) {
      await expect(part).toBeInViewport()
    }
    const lost = await takeCamera(page)
    await expect.poll(() => trackOf(page)).not.toBe(lost)
    await takeCamera(page)
    await expect(page.getByText('Camera disconnected')).toBeVisible()
    await page.getByRole('button', { name: 'Start camera again' }).click()
    await expect(page.getByTestId('camera')).toBeVisible()
    await expect(page.getByTestId('row')).toHaveCount(codes.length)
    expect(await accessibilityViolations(page)).toEqual([])
  } finally {
    await browser.close()
    rmSync(dirname(film), { recursive: true })
  }
})

test('asks for the home screen before work is saved in a tab of an iPhone, once [OF01]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...iPhone, baseURL: baseURL!, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signInAsMerchant(page, { at: '/sku' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/activatecode')
  const advice = page.getByRole('dialog', { name: 'Add Assay to the Home Screen first' })
  await expect(advice.getByRole('listitem')).toHaveText([/Share/, /Add to Home Screen/])
  await expect(advice).toContainText('seven days')
  expect(await accessibilityViolations(page)).toEqual([])
  await advice.getByRole('button', { name: 'Continue in the browser' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Activate Codes', level: 1 }).waitFor()
  await expect(advice).toHaveCount(0)
  await context.close()
})

test('names the way out of an app without a camera, and of a blocked camera of an iPhone [OF04]', async ({
  browser,
  baseURL,
}) => {
  const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const agents = [
    [`${apple} Mobile/21F90 Instagram 335.0.8.26.85 (iPhone14,5; iOS 17_5_1)`, 'Open in Safari'],
    [iPhone.userAgent, 'Settings › Apps › Safari › Camera'],
  ] as const
  for (const [userAgent, words] of agents) {
    const context = await browser.newContext({ ...iPhone, userAgent, baseURL: baseURL!, permissions: [] })
    const page = await context.newPage()
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await signInAsMerchant(page, { at: '/activatecode?scan=1' })
    await page.getByRole('button', { name: 'Continue in the browser' }).click()
    await page.getByRole('button', { name: 'Start camera' }).click()
    await expect(page.getByTestId('camera-problem')).toContainText(words)
    await context.close()
  }
})

test('reminds of work that has waited for a day, with a copy as a file [OF02]', async ({ page, context }) => {
  await signInAsMerchant(page, { at: submissionListPath })
  await expect(page.getByText('LOT-2026-041')).toBeVisible({ timeout: 60_000 })
  await page.clock.install()
  await context.route('**/api/sync/push', (route) => route.abort())
  await page.getByRole('button', { name: 'Create Submission' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Form template').selectOption({ label: 'Tea harvest' })
  await dialog.getByLabel('Lot').fill(`LATE-${crypto.randomUUID().slice(0, 8)}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('sync-badge')).not.toHaveAttribute('data-state', 'sent')
  await expect(page.getByTestId('late-work')).toHaveCount(0)
  await page.clock.fastForward('25:00:00')
  const download = page.waitForEvent('download')
  await page.getByTestId('late-work').getByRole('button', { name: 'Save a copy to a file' }).click()
  await download
})
