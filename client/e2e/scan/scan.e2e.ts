import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test as base } from '#client/e2e/setup/assay-test.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { writeCodeVideo } from './code-video.ts'
import { pace, pressKeys } from './keyboard.ts'
import { fakeNfc, type ScannerPage, startScannerPage } from './scanner-page.ts'

const codes = 20
/** Ends in a digit for which the test check accepts the code. */
const uuidOf = (n: number, last = 0) => `0f1e2d3c-4b5a-6978-8796-${((n << 4) | last).toString(16).padStart(12, '0')}`
const printed = (uuid: string) => `HTTPS://ASSAY.EXAMPLE/V/${formatAddress(uuid)}K7M2XQ9PDW4HTZ3R`

type Opened = (how: {
  /** The scanner page; another address has another content security policy. */
  url?: string
  args?: string[]
  context?: BrowserContextOptions
  before?: (page: Page) => Promise<unknown>
}) => Promise<Page>

/** These fixtures have no worker scope, because such fixtures would start another worker with its own Assay. */
const test = base.extend<{ open: Opened }>({
  open: async ({ playwright, launchOptions }, use) => {
    const browsers: Browser[] = []
    const errors: string[] = []
    await use(async ({ url = scanner.url, args = [], context, before }) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...args],
      })
      browsers.push(browser)
      const device = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', ...context })
      const page = await device.newPage()
      page.on('pageerror', (error) => errors.push(String(error)))
      await before?.(page)
      await page.goto(url)
      return page
    })
    for (const browser of browsers) await browser.close()
    expect(errors).toEqual([])
  },
})

let scanner: ScannerPage
/** A video of the codes. */
let film: string
test.beforeAll(async ({ assay }) => {
  scanner = await startScannerPage(assay.url)
  film = join(mkdtempSync(join(tmpdir(), 'assay-video-')), 'codes.y4m')
  await writeCodeVideo(
    film,
    Array.from({ length: codes }, (_, n) => printed(uuidOf(n))),
  )
})
test.afterAll(async () => {
  await scanner?.close()
  if (film) rmSync(dirname(film), { recursive: true })
})

/**
 * Starts Chromium with a camera that shows a video. Checks the file first, because a missing video would only cause a
 * timeout.
 */
function fakeCamera() {
  expect(existsSync(film)).toBe(true)
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    context: { permissions: ['camera'] },
  }
}

const rows = (page: Page) => page.getByTestId('row')
const said = (page: Page) => page.getByTestId('said')

const shoot = (page: Page, text: string) => pressKeys(page, text, pace.scanner, 'Enter')

test('adds 20 rows from a video of 20 codes without interaction, and reports a repeated code [OF04]', async ({
  open,
}) => {
  const asked: string[] = []
  const page = await open({
    ...fakeCamera(),
    before: async (page) => page.context().on('request', (request) => asked.push(request.url())),
  })
  await expect(rows(page)).toHaveCount(codes, { timeout: 60_000 })
  await expect(said(page)).toHaveText(/^Already scanned, code \d+$/, { timeout: 60_000 })
  await expect(page.getByTestId('count')).toHaveText('20 codes scanned')
  const listed = await rows(page)
    .getByTitle(/./)
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')))
  expect(new Set(listed)).toEqual(new Set(Array.from({ length: codes }, (_, n) => formatAddress(uuidOf(n)))))
  await expect(page.getByTestId('camera')).toHaveAttribute('data-reader', 'wasm')
  expect(asked.some((url) => url.endsWith('.wasm'))).toBe(true)
  expect(asked.filter((url) => new URL(url).origin !== new URL(scanner.url).origin)).toEqual([])
})

test('reads codes without WebAssembly when the policy forbids it [OF04]', async ({ open }) => {
  const page = await open({ ...fakeCamera(), url: scanner.withoutWasm })
  await expect(page.getByTestId('camera')).toHaveAttribute('data-reader', 'script', { timeout: 60_000 })
  await expect(async () => expect(await rows(page).count()).toBeGreaterThan(1)).toPass({ timeout: 60_000 })
})

test('keeps the camera off after it was turned off, and starts it again by one tap [OF04]', async ({ open }) => {
  const page = await open(fakeCamera())
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start camera' })).toBeVisible()
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(rows(page).first()).toBeVisible()
  // A fake camera has neither torch nor zoom, so their controls are hidden.
  await expect(page.getByRole('button', { name: 'Light' })).toHaveCount(0)
  await expect(page.getByText('Zoom')).toHaveCount(0)
})

test('offers torch and zoom when the camera supports them, and applies them [OF04]', async ({ open }) => {
  const page = await open({ ...fakeCamera(), before: (page) => page.addInitScript(fakeLightAndZoom) })
  await page.getByRole('button', { name: 'Light' }).click()
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await expect
    .poll(() => page.evaluate(() => (globalThis as { applied?: object[] }).applied))
    .toEqual([{ focusMode: 'continuous' }, { torch: true }, { zoom: 1.5 }])
})

/** Runs in the page: simulates the settings of a phone camera. */
function fakeLightAndZoom(): void {
  const applied: unknown[] = []
  Object.assign(globalThis, { applied })
  MediaStreamTrack.prototype.getCapabilities = () =>
    ({ torch: true, zoom: { min: 1, max: 4, step: 0.5 }, focusMode: ['continuous'] }) as MediaTrackCapabilities
  MediaStreamTrack.prototype.applyConstraints = async (constraints) => void applied.push(constraints?.advanced?.[0])
}

test('captures a hardware scanner while a field has the focus, and leaves the field unchanged [OF04]', async ({
  open,
}) => {
  const page = await open({})
  const note = page.getByLabel('Note')
  await note.fill('from Kursk')
  await note.press('Home')
  await shoot(page, printed(uuidOf(1)))
  await expect(rows(page)).toHaveCount(1)
  await expect(said(page)).toHaveText('Code 1 added')
  await expect(note).toHaveValue('from Kursk')
  await expect(note).toBeFocused()

  await page.getByLabel('Code', { exact: true }).focus()
  await shoot(page, printed(uuidOf(1)))
  await expect(said(page)).toHaveText('Already scanned, code 1')
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')

  await note.press('End')
  await pressKeys(page, ' to Oryol', pace.person)
  await expect(note).toHaveValue('from Kursk to Oryol')
  await expect(rows(page)).toHaveCount(1)
})

test('leaves every kind of focused control unchanged: number, select, textarea, editor [OF04]', async ({ open }) => {
  const page = await open({})
  await expect(said(page)).toBeVisible()
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<input type="number" value="42" data-kept>
       <select data-kept><option>Apples</option><option>Hops</option><option>Tea</option></select>
       <textarea data-kept>one\ntwo</textarea>
       <div contenteditable data-kept>from Kursk to Oryol</div>`,
    )
  })
  const kept = page.locator('[data-kept]')
  const contents = () => kept.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value ?? one.textContent))
  const before = await contents()
  for (let n = 0; n < 4; n++) {
    await kept.nth(n).focus()
    if (n === 3) await page.evaluate(() => getSelection()?.selectAllChildren(document.activeElement!))
    await shoot(page, printed(uuidOf(n)))
    await expect(rows(page)).toHaveCount(n + 1)
  }
  expect(await contents()).toEqual(before)
})

test('explains why a code is not accepted [OF04]', async ({ open }) => {
  const page = await open({})
  await page.getByRole('heading', { name: 'Activate codes' }).click()
  for (const [text, words, mood] of [
    ['https://shop.example/apples', 'This is a website, not a code: shop.example', 'bad'],
    ['4601234567890', 'This is not a product code: 4601234567890', 'bad'],
    [printed(uuidOf(1)).slice(0, -1), 'Codes have 26 or 42 characters; this one has 41', 'bad'],
    [printed(uuidOf(1, 0xb)), 'Code 1: Code of another brand', 'bad'],
    // Nothing is wrong with this code: somebody activated it before.
    [printed(uuidOf(2, 0xa)), 'Code 2: Already activated on 03/11/2026', 'again'],
  ] as const) {
    await shoot(page, text)
    await expect(said(page)).toHaveText(words)
    await expect(said(page)).toHaveAttribute('data-mood', mood)
  }
  await expect(page.getByTestId('count')).toHaveText('0 codes scanned')
  await expect(page.getByText('2 cannot be used')).toBeVisible()
  await expect(
    rows(page).getByText('Already activated on').locator('xpath=ancestor-or-self::*[@data-tone]'),
  ).toHaveAttribute('data-tone', 'plain')
})

test('types, undoes, clears and restores codes by keyboard [OF04]', async ({ open }) => {
  const page = await open({})
  const field = page.getByLabel('Code', { exact: true })
  await field.fill(formatAddress(uuidOf(1)).slice(1))
  await field.press('Enter')
  await expect(said(page)).toHaveText('Codes have 26 or 42 characters; this one has 25')
  await expect(field).toHaveValue(formatAddress(uuidOf(1)).slice(1))
  for (const n of [1, 2]) {
    await field.fill(formatAddress(uuidOf(n)).toLowerCase())
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(said(page)).toHaveText('List cleared: 1 code. Undo brings it back.')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('button', { name: 'Remove code 1' }).press('Enter')
  await expect(page.getByText('Nothing scanned yet')).toBeVisible()
})

test('lists codes without a connection, and checks them with the next connection [OF04]', async ({ open }) => {
  const page = await open({})
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeVisible()
  await page.context().setOffline(true)
  for (const n of [1, 2]) {
    await field.fill(printed(uuidOf(n)))
    await field.press('Enter')
  }
  await expect(rows(page).getByText('Will be checked when online')).toHaveCount(2)
  await expect(page.getByTestId('count')).toHaveText('2 codes scanned')
  await page.context().setOffline(false)
  await expect(rows(page).getByText('Not active yet')).toHaveCount(2)
})

test('explains what to do without camera permission, and accepts typed codes [OF04]', async ({ open }) => {
  const page = await open({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'] })
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(page.getByText('Camera access is blocked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(formatAddress(uuidOf(1)))
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('explains a missing camera, and a page without https [OF04]', async ({ open }) => {
  const bare = await open({ context: { permissions: ['camera'] } })
  await expect(bare.getByText('No camera was found')).toBeVisible()
  const insecure = await open({
    url: `http://scanner.test:${scanner.port}/page.html`,
    args: ['--host-resolver-rules=MAP scanner.test 127.0.0.1'],
  })
  await insecure.getByRole('button', { name: 'Start camera' }).click()
  await expect(insecure.getByText('The camera works on secure pages only')).toBeVisible()
  await expect(insecure.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('identifies a sensor by its NFC tag, or by camera and typing without NFC [OF04]', async ({ open }) => {
  const url = `${scanner.url}?tag`
  const page = await open({ url, ...fakeCamera() })
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
  await expect(page.getByRole('button', { name: /NFC/ })).toHaveCount(0)
  await page.getByLabel('Sensor').fill('04:a2:24:1b')
  await page.getByRole('button', { name: 'Use' }).click()
  await expect(page.getByTestId('tag')).toHaveText('Tag 04A2241B')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByTestId('tag')).toHaveText(new RegExp(`^Tag ${formatAddress(uuidOf(0)).slice(0, 8)}`))
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()

  const phone = await open({ url, before: (page) => page.addInitScript(fakeNfc) })
  await phone.getByRole('button', { name: 'Read an NFC tag' }).click()
  await expect(phone.getByTestId('tag')).toHaveText('Tag 04FF10')
})

test('shows the scanner without accessibility violations [OF04]', async ({ open }) => {
  const page = await open(fakeCamera())
  await expect(rows(page).first()).toBeVisible()
  expect(await accessibilityViolations(page, { besides: ['best-practice'] })).toEqual([])
})
