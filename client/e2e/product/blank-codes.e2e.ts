import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { pace, pressKeys } from '#client/e2e/scan/keyboard.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openInside } from '#client/e2e/setup/walk-to.ts'
import { phone, scan } from '#client/e2e/verify/shopper-page.ts'

test('orders blank codes, binds a range by scanning offline, and shows the product once it is active', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signInAsMerchant(page, { at: '/generatecode' })
  const main = page.getByRole('main')
  await main.getByText('Blank codes; choose the product later').click()
  await expect(main.getByRole('combobox', { name: 'SKU' })).toHaveCount(0)
  await main.getByRole('spinbutton', { name: 'Quantity' }).fill('4')
  await page.getByTestId('generate').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Blank codes')
  await question.getByRole('button', { name: 'Yes' }).click()
  const placed = page.getByRole('dialog')
  await expect(placed).toContainText('Your codes are ready')
  await placed.getByRole('button', { name: 'Close' }).first().click()

  const order = page.getByRole('row').filter({ hasText: 'Blank codes' }).first()
  await order.getByRole('button', { name: /^Download/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile((await (await download).path())!, 'utf8')
  const codes = csv
    .split('\r\n')
    .filter((line) => line.includes('/V/'))
    .map((line) => line.slice(line.lastIndexOf('/') + 1))
  expect(codes).toHaveLength(4)

  await order.getByRole('link', { name: /^Bind codes of order/ }).click()
  const product = main.getByRole('combobox', { name: 'Product' })
  await expect(product.locator('option').nth(1)).toBeAttached()
  const name = (await product.locator('option').nth(1).textContent())!.replace(/ \([^)]*\)$/, '')
  await product.selectOption({ index: 1 })
  await main.getByText('First and last code', { exact: true }).click()
  await expect(main.getByLabel('Code', { exact: true })).toBeVisible()
  await context.setOffline(true)
  for (const code of [codes[0]!, codes[2]!]) await pressKeys(page, code, pace.scanner, 'Enter')
  await page.getByTestId('bind').click()
  const newest = main.getByRole('table', { name: 'Bound codes' }).getByRole('row').nth(1)
  await expect(newest).toContainText('A range')
  await context.setOffline(false)
  await expect(newest.getByRole('cell').nth(1)).toHaveText('3', { timeout: 60_000 })

  // The fourth code has no product, so the order leaves it out.
  await openInside(page, '/generatecode')
  await order.getByRole('button', { name: /^Activate the codes/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate codes' }).click()
  await expect(page.getByRole('dialog')).toContainText('3 codes have been activated', { timeout: 60_000 })

  const shopper = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
  const shop = await shopper.newPage()
  await scan(shop, codes[1]!)
  await expect(shop.getByRole('main')).toContainText(name)
  await scan(shop, codes[3]!)
  await expect(shop.getByRole('main')).toContainText('not yet activated')
  await expect(shop.getByRole('main')).not.toContainText(name)
  await shopper.close()
})
