import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { merchantSender } from './field-work.ts'
import { addShipment, csv, inactiveCodes, rowOf, shipmentListPath } from './shipments.ts'

test('sends an offline shipment later, returns its bad rows, and accepts a typed sensor [LO01 OF02 OF04]', async ({
  page,
  context,
  baseURL,
}) => {
  const [first, second, third] = (await inactiveCodes(baseURL!)).slice(-3) as [string, string, string]
  await signInAsMerchant(page, { at: shipmentListPath })
  await expect(page.getByText('POST-7002')).toBeVisible()
  // The code of the form is loaded once before the connection is cut.
  await addShipment(page, 'Harbour Tea', [first], '04:a2:24:1b')
  const harbour = rowOf(page, 'Harbour Tea')
  await expect(harbour.getByText('Synced', { exact: true })).toBeVisible()
  await expect(harbour.getByRole('link', { name: /log/ })).toBeVisible()
  const { rows } = await createApi(logisticContract, await merchantSender(baseURL!)).list({ query: {} })
  expect(rows).toContainEqual(expect.objectContaining({ recipient: 'Harbour Tea', manufacturer_id: '04A2241B' }))

  await context.setOffline(true)
  await addShipment(page, 'Island Tea', [first, second, third])
  const island = rowOf(page, 'Island Tea')
  await expect(island.getByText('Waiting')).toBeVisible()

  await context.setOffline(false)
  await expect(island.getByText('Codes that cannot be shipped: 1. Nothing was changed.')).toBeVisible({
    timeout: 60_000,
  })
  await island.getByRole('button', { name: 'Fix: Island Tea' }).click()
  await page.getByTestId('send-others').click()
  await expect(island.getByText('Synced', { exact: true })).toBeVisible({ timeout: 30_000 })
  // The next pull returns the number that the server assigned, and the row is rendered again.
  await island.getByRole('link', { name: /^Show \d+ items?: List of items of [0-9A-Z]{4}-/ }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('queues a list offline, reports its codes in the scanner, and activates it later [CO06 OF02 OF04]', async ({
  page,
  context,
  baseURL,
}) => {
  const [code] = await inactiveCodes(baseURL!)
  await signInAsMerchant(page, { at: '/activatecode' })
  const history = page.getByRole('table', { name: 'Activation History' })
  await expect(history.getByText('Activated', { exact: true }).first()).toBeVisible()
  // Below the row of headers.
  const newest = history.getByRole('row').nth(1)
  await page.getByRole('tab', { name: 'Scan' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'File' }).click()
  // There is no service worker in this test, so the parser is loaded while there is a connection.
  await page.locator('input[type=file]').setInputFiles(csv([code!]))
  await expect(page.getByTestId('verdict')).toContainText('The code can be activated.')
  await page.getByRole('button', { name: 'Choose another file' }).click()

  await context.setOffline(true)
  await page.locator('input[type=file]').setInputFiles(csv([code!]))
  await expect(page.getByTestId('verdict')).toContainText('The list waits on this device')
  await page.getByTestId('activate').click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Activate/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '1 code queued – not active yet' })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(newest).toContainText('Number assigned when sent')

  await page.getByRole('tab', { name: 'Scan' }).click()
  await page.getByLabel('Code', { exact: true }).fill(code!)
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByTestId('row').getByText('Being activated')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Number assigned when sent')).toBeHidden({ timeout: 60_000 })
  await expect(newest).toContainText('Activated', { timeout: 60_000 })
})

test('keeps the menu of each shipment in view on laptops, in both languages [LO01 SH07]', async ({ page }) => {
  await signInAsMerchant(page, { at: shipmentListPath })
  for (const [language, title] of [
    // The language goes with the account, which other tests use, too: English comes last.
    ['Русский', 'Логистика'],
    ['English', 'Logistics'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: /^(Language|Язык)$/ }).click()
    await page.getByRole('menuitemradio', { name: language }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const opener = page.getByRole('row').filter({ hasText: 'POST-7002' }).locator('[data-menu] button')
      await expect(opener).toBeVisible()
      // Nothing covers it, and it is pressed without scrolling sideways.
      const at = await opener.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        return { right: x + width, isHit: hit !== null && element.contains(hit) }
      })
      expect(at.right, `${language} ${width}`).toBeLessThanOrEqual(width)
      expect(at.isHit, `${language} ${width}`).toBe(true)
    }
  }
})
