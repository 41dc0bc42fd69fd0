import { expect } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'

test('orders codes for goods with serials, leaves out bad rows, and shows each serial beside its code', async ({
  page,
}) => {
  await signInAsMerchant(page, { at: '/generatecode' })
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'SKU' }).selectOption({ index: 1 })
  await main.getByText('My products already have serial numbers').click()
  const serial = `E2E-${Date.now()}`
  const csv = `Serial\n0${serial}\n\n${serial}-2\n${serial}-2\n=${serial}\n`
  await main
    .locator('input[type=file]')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByTestId('serials')).toContainText('3 serial numbers are ready')
  await expect(page.getByRole('table', { name: 'Rows that are left out' })).toContainText(
    'It appears twice in the file',
  )
  await expect(main.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await page.getByTestId('generate').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  const sent = page.getByRole('dialog')
  await expect(sent).toContainText('All serial numbers have arrived')
  await sent.getByRole('button', { name: 'Close' }).first().click()

  const order = page.getByRole('row').filter({ hasText: 'with own serial numbers' }).first()
  await expect(order).toContainText('Ready')
  await order.getByRole('button', { name: /^Show the codes/ }).click()
  const codes = page.getByRole('dialog').getByRole('table')
  for (const own of [`0${serial}`, `${serial}-2`, `=${serial}`]) await expect(codes).toContainText(own)
})
