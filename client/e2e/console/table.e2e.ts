import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { enter } from '#client/e2e/setup/sign-in.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { skuBulkContract } from '#shared/sku/bulk-contract.ts'

const rows = 10_000

test('shows 10,000 products: pages, order, search and columns by keyboard, in the URL, with export [SK01]', async ({
  page,
  baseURL,
}) => {
  const owner = await newMerchant(baseURL!)
  const trademark = await registerBusinessAndTrademark(baseURL!, owner)
  const bulk = createApi(skuBulkContract, owner.send)
  for (let from = 1; from <= rows; from += limits.bulkSkus) {
    const length = Math.min(limits.bulkSkus, rows - from + 1)
    const body = Array.from({ length }, (_, i) => {
      const number = String(from + i).padStart(5, '0')
      return { name: `Leaf ${number}`, sku: `L-${number}`, trademark, details: {} }
    })
    await bulk.add({ query: { name: 'leaves.csv' }, body })
  }
  await enter(page, owner, { at: '/sku' })
  const table = page.getByRole('table').first()
  const names = table
    .getByRole('cell', { name: /^Leaf \d{5}$/ })
    .or(table.getByRole('rowheader', { name: /^Leaf \d{5}$/ }))
  await expect(page.getByText(/1–\d+ of 10,000/)).toBeVisible()
  // Only one page of rows is in the document.
  expect(await table.getByRole('row').count()).toBeLessThan(60)

  await table.getByRole('button', { name: /^Name/ }).focus()
  await page.keyboard.press('Enter')
  await expect(names.first()).toHaveText('Leaf 00001')
  await page.keyboard.press('Enter')
  await expect(names.first()).toHaveText('Leaf 10000')
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByRole('button', { name: 'Next page' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(names.first()).not.toHaveText('Leaf 10000')
  const shown = await names.first().textContent()
  await page.reload()
  await expect(names.first()).toHaveText(shown!)

  await page.getByRole('searchbox').fill('0777')
  // 00777, 07770 … 07779.
  await expect(page.getByText('1–11 of 11').or(page.getByText('1–10 of 11'))).toBeVisible()
  await expect(names.first()).toHaveText('Leaf 07779')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/),
  ).toHaveLength(12)
  await page.getByRole('searchbox').fill('no such leaf')
  await expect(page.getByText('Nothing matches “no such leaf”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).last().click()
  await expect(page.getByText(/of 10,000/)).toBeVisible()

  // On a phone the same page is a list of cards.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sku?sort=name')
  await expect(page.getByText('Leaf 00001').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.route('**/api/sku?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('This could not be loaded').first()).toBeVisible()
  await page.unroute('**/api/sku?*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText(/of 10,000/)).toBeVisible()
})
