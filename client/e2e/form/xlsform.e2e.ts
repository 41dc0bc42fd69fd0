import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { merchantSender, openWithOfflineData } from '#client/e2e/offline/field-work.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { deliveryExample } from '#client/form/xlsform/examples.fixture.ts'
import { type ExportedSheet, writeWorkbook } from '#client/form/xlsform/export-form.ts'
import { formContract } from '#shared/form/contract.ts'
import { submissionContract } from '#shared/submission/contract.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

/** The example as a file of a spreadsheet program: all cells are texts. */
async function exampleFile(): Promise<Buffer> {
  const sheets: ExportedSheet[] = deliveryExample.map(({ sheet, data }) => ({
    sheet,
    data: data.map((row) => row.map((cell) => String(cell ?? ''))),
  }))
  return Buffer.from(await (await writeWorkbook(sheets)).arrayBuffer())
}

test('imports an XLSForm, fills it in offline with a constraint, and reads it back [FO04 FO03]', async ({
  page,
  context,
  baseURL,
}) => {
  await openWithOfflineData(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/form')
  await button('Import XLSForm').click()
  const dialog = page.getByRole('dialog', { name: 'Import XLSForm' })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'delivery.xlsx', mimeType, buffer: await exampleFile() })
  await expect(dialog.getByText('Everything in the file was understood.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add form' }).click()
  await expect(page.getByRole('textbox', { name: 'Template Name' })).toHaveValue('Delivery of crates')

  await button('Test form').click()
  const phone = page.getByRole('dialog', { name: 'Test form' })
  await phone.getByRole('textbox', { name: 'Price of a crate' }).fill('10')
  await expect(phone.getByRole('textbox', { name: 'Tax' })).toHaveValue('2')
  await phone.getByRole('button', { name: 'Close' }).click()

  await page.goto('/submission')
  await button('Create Submission').click()
  await page.getByRole('combobox', { name: 'Form template' }).selectOption('Delivery of crates')
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Identifier' }).fill('D-1')
  await button('Save').click()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Price of a crate').fill('2.50')
  await expect(field('How many crates?')).toHaveValue('1')
  await field('How many crates?').fill('41')
  await button('Save & Preview').click()
  await expect(page.getByText('How many crates?: this answer is not allowed')).toBeVisible()
  await expect(field('How many crates?')).toBeFocused()
  await field('How many crates?').fill('12')
  await expect(field('Tax')).toHaveValue('6')
  await field('Why so many?').fill('Full moon')
  await button('Save & Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('cell', { name: '6', exact: true })).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()

  await context.setOffline(false)
  const send = await merchantSender(baseURL!)
  const api = createApi(submissionContract, send)
  const stored = async () => {
    const { rows } = await api.list({ query: { search: 'D-1' } })
    return rows[0] ? (await api.preview({ params: rows[0] })).answers.map(({ answer }) => answer) : []
  }
  // A device that was offline sends at the latest after its longest delay.
  await expect
    .poll(stored, { timeout: 60_000 })
    .toEqual([expect.stringMatching(/^\d{4}-/), '2.50', '12', '30', '6', 'Full moon'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/submission')
  await page.getByRole('button', { name: 'Actions: D-1' }).click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  await expect(preview.getByRole('cell', { name: 'Full moon' })).toBeVisible()
  const { rows } = await createApi(formContract, send).list({ query: { search: 'Delivery of crates' } })
  await createApi(formContract, send).remove({ params: rows[0]! })
})
