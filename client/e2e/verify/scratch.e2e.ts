import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { writeCodeVideo } from '#client/e2e/scan/code-video.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { activateOrder } from './activate-order.ts'
import { inspectPage, phone, skipPreloader } from './shopper-page.ts'
import { withCamera } from './with-camera.ts'

const note = `Scratch ${crypto.randomUUID().slice(0, 8)}`

test('binds an item by its scratch code, and its owner passes it on [SC01 SC05 SC06]', async ({
  page,
  browser,
  baseURL,
}) => {
  let path = ''
  let scratch = ''
  await test.step('orders codes with scratch codes, and gets them as a column', async () => {
    await signInAsMerchant(page, { at: '/generatecode' })
    await page.getByRole('combobox', { name: 'SKU' }).selectOption({ index: 1 })
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Note').fill(note)
    await page.getByText('With scratch codes', { exact: true }).click()
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('row', { name: new RegExp(note) })
    await expect(row.getByText('with scratch codes', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: /^Download the codes/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Download order/ })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(head).toBe('Codes,Scratch Code')
    const [url, letters] = first!.split(',')
    path = new URL(url!).pathname
    scratch = letters!
  })

  await test.step('activates them', () => activateOrder(baseURL!, { note, last: 2 }))

  const shopper = await browser.newPage(phone)
  await test.step('asks for the scratch code', async () => {
    await expect(async () => {
      await shopper.goto(path)
      await expect(shopper.getByText('Nobody has checked the hidden code of this item yet')).toBeVisible({
        timeout: 1000,
      })
    }).toPass({ timeout: 30_000 })
    await skipPreloader(shopper)
    await expect(shopper.getByText(`You are on ${new URL(baseURL!).host}`)).toBeVisible()
    await inspectPage(shopper, 'the page of a sealed item')
  })

  await test.step('shows staff that the scratch code is right, without opening it [SC08]', async () => {
    await page.goto(`/code?a=${path.split('/').at(-1)}`)
    const check = async (typed: string) => {
      await page.getByLabel('Code under the scratch layer').fill(typed)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
    }
    await check(scratch.slice(1))
    await expect(page.getByText(/^This is not a scratch code/)).toBeVisible()
    await check(scratch.toLowerCase())
    await expect(page.getByText(`${scratch} is the scratch code of this item`)).toBeVisible()
    await expect(page.getByText('Nobody has opened it yet.')).toBeVisible()
  })

  await test.step('fills in the scratch code by camera, and leaves the opening to the shopper', async () => {
    const video = test.info().outputPath('codes.y4m')
    // First the code of the item, which is not the one under the layer.
    await writeCodeVideo(video, [`${baseURL!.toUpperCase()}${path}`, scratch.replace('-', '')], 8)
    await withCamera(
      [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
      async (camera) => {
        await camera.goto(`${baseURL}${path}`)
        await skipPreloader(camera)
        await camera.getByRole('button', { name: 'Scan with the camera' }).click()
        await expect(camera.getByText('Read from the camera. Press the button to check it.')).toBeVisible()
        await expect(camera.getByLabel('Code under the silver layer')).toHaveValue(scratch)
        await inspectPage(camera, 'the page with a scanned scratch code')
        await expect(camera.getByText('Nobody has checked the hidden code of this item yet')).toBeVisible()
      },
    )
  })

  await test.step('rejects a mistyped code, and opens the right one for the first time', async () => {
    await open(shopper, scratch.slice(0, -1))
    await expect(shopper.getByRole('alert')).toContainText('Nothing was recorded')
    await inspectPage(shopper, 'the page of a mistyped scratch code')
    await open(shopper, scratch.toLowerCase())
    await expect(shopper.getByRole('heading', { name: 'You are the first' })).toBeVisible()
    await inspectPage(shopper, 'the page of an opening')
  })

  await test.step('shows a second visitor when that was', async () => {
    const other = await browser.newPage({
      ...phone,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Other) Chrome/131.0 Mobile',
    })
    await other.goto(path)
    await expect(other.getByRole('heading', { name: 'The hidden code was checked before' })).toBeVisible()
    await expect(other.getByText(/The hidden code was first checked on/)).toBeVisible()
    await inspectPage(other, 'the page of an item that somebody else checked')
    await open(other, scratch)
    await expect(other.getByRole('heading', { name: 'This code was checked before' })).toBeVisible()
    await other.close()
  })

  await test.step('gives the first owner a link, which a transfer ends', async () => {
    await shopper.getByRole('button', { name: 'Get my owner’s link' }).click()
    const link = shopper.locator('.owner-link a')
    const first = (await link.textContent())!
    await inspectPage(shopper, 'the page of the owner’s link')
    await shopper.goto(new URL(first).pathname + new URL(first).search)
    await expect(shopper.getByRole('heading', { name: 'You are the owner of this item' })).toBeVisible()
    await inspectPage(shopper, 'the page of the owner')
    await shopper.getByRole('button', { name: 'Make a new link' }).click()
    await expect(shopper.getByRole('heading', { name: 'This is your owner’s link' })).toBeVisible()
    expect(await link.textContent()).not.toBe(first)
    await shopper.goto(new URL(first).pathname + new URL(first).search)
    await expect(shopper.getByText('no longer valid')).toBeVisible()
  })
})

async function open(page: Page, scratch: string): Promise<void> {
  await page.getByLabel('Code under the silver layer').fill(scratch)
  await page.getByRole('button', { name: 'Check the scratch code' }).click()
}
