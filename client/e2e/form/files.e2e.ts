import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createApi } from '#client/core/http/api.ts'
import { openWithOfflineData, syncBadge } from '#client/e2e/offline/field-work.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { authContract } from '#shared/auth/contract.ts'
import { formContract } from '#shared/form/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'

const somewhere = { latitude: -33.856784, longitude: 151.215297 }
test.use({
  // The microphone plays a tone.
  launchOptions: chromiumOptions('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
  permissions: ['geolocation', 'microphone'],
  geolocation: { ...somewhere, accuracy: 60 },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A photo as phones write it: lying on its side, with the place where it was taken. Noise makes it large. */
async function phonePhoto() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const buffer = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#000', noise } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 24/1' } })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}

test('keeps photo, signature, sound and position offline, each sent once over a cut upload [SU02, OF03]', async ({
  page,
  context,
  baseURL,
}) => {
  const { email, password } = demoSignIns[0]!
  const { jwt } = await createApi(authContract, sender(baseURL!)).signIn({ body: { identifier: email, password } })
  const send = sender(baseURL!, jwt)
  const questions = [
    { name: 'Leaf', datatype: 'photo', photos: 2, share: true },
    { name: 'Picker', datatype: 'signature' },
    { name: 'Field', datatype: 'location', accuracy: 20 },
    { name: 'Remark', datatype: 'string' },
    { name: 'Voice', datatype: 'audio' },
  ]
  const form = await createApi(formContract, send).create({
    body: { name: 'With files', sections: [{ name: 'Only', sensors: [], questions }] } as never,
  })
  await openWithOfflineData(page)
  await button(page, 'Create Submission').click()
  await page.getByRole('combobox', { name: 'Form template' }).selectOption('With files')
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Identifier' }).fill('Files-1')
  await button(page, 'Save').click()

  await page.locator('input[data-source=camera]').setInputFiles(await phonePhoto())
  const photo = page.getByRole('img', { name: 'Photo 1: Leaf' })
  await expect(photo).toBeVisible()
  // What is shown is on the disk: it is there after a reload, with no connection and before anything was saved.
  await page.reload()
  await expect(photo).toBeVisible()

  await button(page, 'Sign: Picker').click()
  const pad = page.getByRole('img', { name: 'Drawing area: Picker' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  for (const [from, to] of [
    [20, 120],
    [60, 200],
  ] as const) {
    await page.mouse.move(x + from, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + to, y + 110, { steps: 8 })
    await page.mouse.up()
  }
  await button(page, 'Get position: Field').click()
  await expect(page.getByText('Accuracy ±60 m')).toBeVisible()
  await context.setGeolocation({ ...somewhere, accuracy: 8 })
  await expect(page.getByText('-33.856784, 151.215297 (±8 m)')).toBeVisible()
  await page.getByRole('textbox', { name: 'Remark' }).fill('After rain')
  await button(page, 'Record: Voice').click()
  await expect(page.getByText('Recording 1 of 120 s')).toBeVisible()
  await button(page, 'Stop: Voice').click()
  await expect(page.getByLabel(/^Audio note, \d s: Voice/)).toBeVisible()
  await button(page, 'Save & Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: 'Photo 1: Leaf' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Signature: Picker' })).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()

  /** The offsets of the pieces that the server has answered, by file. The connection is cut after the first two. */
  const arrived: string[] = []
  let isCut = false
  await context.route('**/api/sync/blobs/*?**', async (route) => {
    if (isCut) return route.abort('connectionreset')
    const response = await route.fetch()
    arrived.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search)
    isCut = arrived.length === 2
    await route.fulfill({ response })
  })
  await context.setOffline(false)
  await expect.poll(() => isCut, { timeout: 60_000 }).toBe(true)
  isCut = false
  arrived.push('cut')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 90_000 })

  const api = createApi(submissionContract, send)
  const { rows } = await api.list({ query: { search: 'Files-1' } })
  expect(rows).toHaveLength(1)
  const { answers } = await api.preview({ params: rows[0]! })
  const [leaf, picker, field, remark, voice] = answers
  expect(voice!.files).toMatchObject([{ ext: '.webm', seconds: expect.any(Number) }])
  expect(remark!.answer).toBe('After rain')
  expect(field!.answer).toMatch(/^-33\.856784, 151\.215297 \(±8 m\), /)
  expect([leaf!.files!.length, picker!.files!.length]).toEqual([1, 1])
  // Turned upright, at most 1600 pixels.
  expect(leaf!.files![0]).toMatchObject({ ext: '.jpg', width: 1200, height: 1600 })
  const pieces = arrived.filter((one) => one.includes(leaf!.files![0]!.sha256))
  expect(pieces.length).toBe(Math.ceil(leaf!.files![0]!.bytes / syncLimits.chunkBytes))
  expect(pieces.length).toBeGreaterThan(2)
  expect(new Set(arrived).size).toBe(arrived.length)

  const stored = await page.request.get(leaf!.files![0]!.url, { headers: { authorization: `Bearer ${jwt}` } })
  const { exif, orientation, height } = await sharp(await stored.body()).metadata()
  expect({ exif, orientation, height }).toEqual({ exif: undefined, orientation: undefined, height: 1600 })
  await createApi(formContract, send).remove({ params: form })
})
