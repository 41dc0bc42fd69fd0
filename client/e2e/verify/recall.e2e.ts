import { expect, type Locator, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { shopperCodes } from './shopper-codes.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' }
const pending = (page: Page) => page.getByTestId('pending-recall')
const rowOf = (page: Page, message: string) => page.getByRole('row').filter({ hasText: message })

type Product = { name: string; sku: string }

/** Opens the dialog and completes everything except the confirmation. */
async function fillIn(page: Page, { name, sku }: Product, message: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Recall products…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recall products' })
  // All three kinds of recall can be selected; the product is the one that its codes show.
  for (const [scope, name] of Object.entries({ order: 'Order', batch: 'Activation', sku: 'SKU' })) {
    await dialog.getByLabel('What to recall').selectOption(scope)
    await expect(dialog.getByRole('combobox', { name }).locator('option').nth(1)).toBeAttached()
  }
  await dialog.getByRole('combobox', { name: 'SKU' }).selectOption({ label: `${name} (${sku})` })
  await dialog.getByLabel('Message to shoppers').fill(message)
  return dialog
}

async function recall(page: Page, product: Product, message: string): Promise<void> {
  const dialog = await fillIn(page, product, message)
  await dialog.getByLabel(`Type ${product.sku} to confirm`).fill(product.sku)
  await dialog.getByRole('button', { name: 'Recall', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('confirms a recall by typed text, and shows it to shoppers first until it ends [VD07 VD09]', async ({
  page,
  browser,
  baseURL,
  assay,
}) => {
  const code = (await shopperCodes(assay)).brands.get('Highland Tea')!
  const shopper = await browser.newPage({ ...phone, baseURL: baseURL!, javaScriptEnabled: false })
  await signInAsMerchant(page, { at: '/alerts' })
  const { product } = await (await page.request.get(`/api/tag/verify?a=${code}`)).json()
  const [withdrawn, message] = [`Withdrawn ${crypto.randomUUID()}`, `Bring it back ${crypto.randomUUID()}`]
  const headline = shopper.getByRole('heading', { level: 1 })

  const dialog = await fillIn(page, product, withdrawn)
  await expect(dialog.getByText(/^\d+ activated units? (is|are) recalled\.$/)).toBeVisible()
  const preview = dialog.frameLocator('iframe[title="What shoppers will see"]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Recalled – do not use')
  await expect(preview.getByRole('figure', { name: 'Message from the brand' })).toContainText(withdrawn)
  const confirm = dialog.getByLabel(`Type ${product.sku} to confirm`)
  const send = dialog.getByRole('button', { name: 'Recall', exact: true })
  await expect(send).toBeDisabled()
  await confirm.fill(product.sku.slice(0, -1))
  await expect(send).toBeDisabled()
  // Input for one selection is not used for another.
  await confirm.fill(product.sku)
  await expect(send).toBeEnabled()
  await dialog.getByLabel('What to recall').selectOption('order')
  await expect(send).toBeDisabled()
  await dialog.getByLabel('What to recall').selectOption('sku')
  await dialog.getByRole('combobox', { name: 'SKU' }).selectOption({ label: `${product.name} (${product.sku})` })
  await expect(confirm).toHaveValue('')
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([])
  // Pasted text may contain spaces.
  await confirm.fill(` ${product.sku} `)
  await confirm.press('Enter')
  await expect(dialog).toBeHidden()

  // No shopper has seen the recall, so it can be undone by keyboard.
  await expect(pending(page)).toContainText(/Shoppers see it in [12]:\d\d\./)
  await expect(rowOf(page, withdrawn)).toContainText('Not yet')
  expect(await accessibilityViolations(page)).toEqual([])
  await shopper.goto(`/v/${code}`)
  await expect(headline).not.toHaveText('Recalled – do not use')
  await page.getByRole('button', { name: 'Recall products…' }).focus()
  await page.keyboard.press('Tab')
  await expect(pending(page).getByRole('button', { name: 'Undo the recall' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recall undone. No shopper has seen it.')).toBeVisible()
  await expect(pending(page)).toHaveCount(0)
  await expect(rowOf(page, withdrawn)).toHaveCount(0)

  await recall(page, product, message)
  await expect(pending(page)).toBeVisible()
  const isForward = await withDatabase(assay, (client) =>
    client.query(`update recall set public_at = now() + interval '5 seconds' where message = $1`, [message]),
  )
  expect(isForward.rowCount).toBe(1)
  await page.reload()
  const row = rowOf(page, message)
  try {
    // The screen and the page update automatically.
    await expect(page.getByText(/^Shoppers now see the recall of/)).toBeVisible()
    await expect(pending(page)).toHaveCount(0)
    await expect(row).toContainText('Since')
    await expect(async () => {
      await shopper.goto(`/v/${code}`)
      await expect(headline).toHaveText('Recalled – do not use', { timeout: 500 })
    }).toPass()
    await expect(shopper.getByRole('figure', { name: 'Message from the brand' })).toContainText(message)
    await expect(shopper.getByText(withdrawn)).toHaveCount(0)
    await expect(shopper.getByRole('link', { name: 'Save this result (PDF)' })).toBeVisible()
    const paper = await page.request.get(`/verify/paper?a=${code}&lang=en`)
    expect(paper.headers()['content-type']).toBe('application/pdf')
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-')
  } finally {
    await row.getByRole('button', { name: /Actions/ }).click()
    await page.getByRole('menuitem', { name: 'End the recall' }).click()
    await page.getByRole('textbox', { name: 'Why does it end?' }).fill('All items came back')
    await page.getByRole('button', { name: 'End recall' }).click()
    const past = page.getByRole('table', { name: 'Past recalls' }).getByRole('row').filter({ hasText: message })
    await expect(past).toContainText('All items came back')
    await expect(
      page.getByRole('table', { name: 'Recalls', exact: true }).getByRole('row').filter({ hasText: message }),
    ).toHaveCount(0)
    await shopper.close()
  }
})
