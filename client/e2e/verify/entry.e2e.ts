import { join } from 'node:path'
import { expect } from '@playwright/test'
import { writeCodeVideo } from '#client/e2e/scan/code-video.ts'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { shopperCodes } from './shopper-codes.ts'
import { phone } from './shopper-page.ts'
import { withCamera } from './with-camera.ts'

test.use(phone)

test('shows no product and counts no scan on the page without a code [VE01]', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => /camera|decode|wasm/.test(request.url()) && scripts.push(request.url()))
  for (const look of ['lang=en&theme=light', 'lang=ru&theme=dark', 'lang=en&theme=bnw']) {
    await page.goto(`/verify?${look}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Check a product code|Проверить код товара)$/)
    await expect(page.locator('.seal, .oops-word, [role=alert]:not(:empty)')).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  expect(scripts).toEqual([])
})

test('explains an invalid typed code by keyboard, and checks a complete one [VE01]', async ({ page, assay }) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  await page.goto('/verify?lang=en')
  const field = page.getByRole('textbox', { name: 'Code on the label' })
  for (const [typed, words] of [
    ['', 'Please type the code'],
    [code.slice(0, 40), 'Letters are missing: it has 40 of 42 letters and digits.'],
    [`${code.slice(0, 41)}U`, 'One character is wrong'],
    [code.slice(0, 26), 'This is only the first part of the code'],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await field.fill(code.toLowerCase().replace(/(.{6})/g, '$1 '))
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A code from Highland Tea')
})

test('shows a plain form without scripts, and an explanation from the server [VE01]', async ({
  browser,
  baseURL,
  assay,
}) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  const context = await browser.newContext({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/verify?lang=en')
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeHidden()
  await page.getByLabel('Code on the label').fill(code.slice(0, 40))
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('alert')).toHaveText('Letters are missing: it has 40 of 42 letters and digits.')
  // A wrong letter is told from a code that does not exist: the secret of a code is a checksum of its address.
  const wrong = code.slice(0, 9) + (code[9] === '5' ? '6' : '5') + code.slice(10)
  await page.getByLabel('Code on the label').fill(wrong)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^One character seems to be mistyped. Compare characters 9 to 12 /)
  await expect(page.locator('.seal.wait')).toHaveCount(1)
  await page.getByLabel('Code on the label').fill(`${assay.url}/v/${code}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A code from Highland Tea')
  await context.close()
})

test('loads the camera when its button is pressed, and opens the page of the code [VE01]', async ({ assay }) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  const film = join(assay.dataDir, 'entry.y4m')
  await writeCodeVideo(film, [`${assay.url}/v/${code}`])
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  await withCamera([...args, `--use-file-for-fake-video-capture=${film}`], async (page) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(`${assay.url}/verify?lang=en`)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A code from Highland Tea')
    expect(complaints).toEqual([])
  })
})

test('explains what to do when the camera is denied, and keeps the field [VE01]', async ({ assay }) => {
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny']
  await withCamera(args, async (page) => {
    await page.goto(`${assay.url}/verify?lang=en`)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Or type the code below.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByLabel('Code on the label')).toBeEditable()
  })
})
