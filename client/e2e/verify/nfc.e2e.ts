import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { type Personalisation, SimulatedTag } from '#scripts/nfc/simulated-tag.ts'
import { activateOrder } from './activate-order.ts'
import { inspectPage, phone, skipPreloader } from './shopper-page.ts'

const note = `Tags ${crypto.randomUUID().slice(0, 8)}`
const uids = [1, 2].map(() => `04${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`)

test('binds chips to codes, and a tap proves its code once [NF02 NF03 NF05 NF06]', async ({
  page,
  browser,
  baseURL,
}) => {
  let templates: Personalisation[] = []
  let keys: Personalisation[] = []
  await test.step('orders codes, and downloads the data for the encoder', async () => {
    await signInAsMerchant(page, { at: '/generatecode' })
    await page.getByRole('combobox', { name: 'SKU' }).selectOption({ index: 1 })
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Note').fill(note)
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page
      .getByRole('row', { name: new RegExp(note) })
      .getByRole('button', { name: /^NFC tags of/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^NFC tags of order/ })
    await expect(dialog.getByText('Codes with a tag: 0. Tags that were tapped: 0.')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download the data (CSV)' }).click(),
    ])
    templates = parse(readFileSync(await file.path()), { columns: true, bom: true })
    expect(templates).toHaveLength(2)
  })

  await test.step('names the rows that cannot be used, and saves the keys of a right list', async () => {
    const dialog = page.getByRole('dialog', { name: /^NFC tags of order/ })
    const choose = (...rows: string[]) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'chips.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['serial_no,uid', ...rows].join('\n')),
      })
    await choose(`1,${uids[0]}`, `3,${uids[1]}`)
    await expect(dialog.getByRole('alert')).toContainText('Row 3: the order has no code with this serial number.')
    await inspectPage(page, 'the dialog of NFC tags with a wrong row')
    const [file] = await Promise.all([page.waitForEvent('download'), choose(`1,${uids[0]}`, `2,${uids[1]}`)])
    keys = parse(readFileSync(await file.path()), { columns: true, bom: true })
    await expect(dialog.getByText('2 chips are bound')).toBeVisible()
    await expect(dialog.getByText('Codes with a tag: 2. Tags that were tapped: 0.')).toBeVisible()
    await inspectPage(page, 'the dialog of NFC tags')
  })

  const [tag, other] = keys.map((row, at) => new SimulatedTag({ ...row, ndef_hex: templates[at]!.ndef_hex })) as [
    SimulatedTag,
    SimulatedTag,
  ]
  await test.step('activates them', () => activateOrder(baseURL!, { note, last: 2 }))

  const shopper = await browser.newPage(phone)
  const pathOf = (url: string) => url.slice(new URL(url).origin.length)
  let first = ''
  await test.step('calls a tapped tag genuine', async () => {
    await expect(async () => {
      first = pathOf(tag.tap())
      await shopper.goto(first)
      await expect(shopper.getByRole('heading', { name: 'Tapped the genuine tag' })).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await skipPreloader(shopper)
    await inspectPage(shopper, 'the page of a tap')
    await shopper.goto(`${first}&lang=ru`)
    await expect(shopper.getByRole('heading', { name: 'Подлинная метка приложена' })).toBeVisible()
  })

  await test.step('asks others with the same link, and a changed one, to tap again', async () => {
    const stranger = await browser.newPage({
      ...phone,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Other) Chrome/131.0 Mobile',
    })
    await stranger.goto(first)
    await expect(stranger.getByRole('heading', { name: 'Tap the tag again' })).toBeVisible()
    await inspectPage(stranger, 'the page of an old tap')
    const code = new URL(first, baseURL).pathname
    const pasted = pathOf(other.tap()).replace(/^\/V\/[^?]+/, code)
    await stranger.goto(pasted)
    await expect(stranger.getByRole('heading', { name: 'This tap is not valid' })).toBeVisible()
    await expect(stranger.getByText(/belongs to another code/)).toBeVisible()
    await inspectPage(stranger, 'the page of a refused tap')
    await stranger.close()
  })
})
