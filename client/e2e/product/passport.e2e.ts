import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { checkDigit } from '#shared/gs1/gtin.ts'
import { ownProducts } from './own-products.ts'

test('fills in, publishes and revokes the passport of a product, which a shopper reads without a script', async ({
  page,
  browser,
}) => {
  // A published product cannot be removed, so its name is of this run only.
  const name = `Battery ${randomInt(1e9)}`
  const digits = `0950${randomInt(1e9).toString().padStart(9, '0')}`
  const gtin = digits + checkDigit(digits)
  await ownProducts(page, [name])
  await page.goto(`/sku?search=${encodeURIComponent(name)}`)
  const choose = async (action: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions.*${name}`) }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('GTIN').fill(gtin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await choose('Product passport')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Product passport of ${name}`)
  await main.getByRole('button', { name: 'Save draft' }).click()
  await expect(main.getByText('Please fill in this field').first()).toBeVisible()
  const fill = (label: string, value: string) => main.getByLabel(label, { exact: false }).first().fill(value)
  await fill('Category', 'Electric accumulators')
  await fill('Code of the category', '46420')
  await fill('Made at (facility)', 'Works North')
  await fill('Address or number of the facility', 'Works North')
  await main.getByLabel('Country of production').selectOption('DE')
  await main.getByRole('button', { name: 'Add section' }).click()
  await fill('Section', 'Performance')
  await fill('Name', 'Rated capacity')
  await fill('Value', '14.5')
  await fill('Unit', 'Ah')
  await main.getByRole('button', { name: 'Add data point' }).click()
  await main.getByLabel('Name').nth(1).fill('Number of cells')
  await main.getByLabel('Value').nth(1).fill('40')
  await main.getByLabel('Who may read it').nth(1).selectOption('legitimate')
  await main.getByRole('button', { name: 'Save draft' }).click()
  await expect(main.getByText('Please check this value')).toBeVisible()
  await fill('Address or number of the facility', 'https://id.gs1.org/414/9506000111117')
  await main.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog')).toContainText('14.5 Ah')
  await expect(page.getByRole('dialog')).not.toContainText('Number of cells')
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Save draft' }).click()
  await main.getByRole('button', { name: 'Publish' }).click()
  await expect(main.getByText('in force')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const address = await main.getByRole('link', { name: 'Open the page' }).getAttribute('href')
  expect(address).toBe(`/dpp/01/${gtin}`)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const shopper = await context.newPage()
  await shopper.goto(new URL(address!, page.url()).href)
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(shopper.getByText('14.5 Ah')).toBeVisible()
  await expect(shopper.getByText('Number of cells')).toHaveCount(0)
  await expect(shopper.getByText('recyclers: 1.')).toBeVisible()

  await main.getByRole('button', { name: 'Revoke version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(main.getByText(/^revoked/)).toBeVisible()
  await shopper.reload()
  await expect(shopper.getByText('The brand has revoked this version')).toBeVisible()
  await context.close()
})
