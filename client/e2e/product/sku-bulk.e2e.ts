import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'

/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)

/** The format of Excel in Russia: semicolons and Windows-1251. */
function russianCsv(lines: readonly string[]) {
  const bytes = Uint8Array.from(lines.join('\r\n'), (letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  })
  return { name: `teas-${run}.csv`, mimeType: 'text/csv', buffer: Buffer.from(bytes) }
}

async function openUpload(page: Page) {
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  return page.getByRole('dialog', { name: 'Upload SKUs from a CSV file' })
}

test('finds seven errors of a Russian list in one run, fixes them, adds the list, and undoes it [SK04]', async ({
  page,
}) => {
  await signInAsMerchant(page, { at: '/media' })
  const file = await imageFile(`${run}.png`, 'Tea')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('row', { name: new RegExp(run) })).toBeVisible()

  await walkTo(page, '/sku')
  const dialog = await openUpload(page)
  const trademark = await ownTrademark(page)
  const heading = [
    ...['Name', 'SKU', 'Trademark', 'Custom_Field_Key_1', 'Custom_Field_Value_1', 'Image_Name_1'],
    ...['Certificate_Name_1', 'Certificate_Type_1'],
  ].join(';')
  const good = Array.from({ length: 493 }, (_, i) => `Чай ${i};${run}-${i};${trademark};Сорт;Черный;${run};;`)
  const bad = [
    `;${run}-a;${trademark};;;;;`,
    `Чай;${run}-b;Нет такого;;;;;`,
    `Чай;${run}-0;${trademark};;;;;`,
    `Чай;${run}-c;${trademark};;Красный;;;`,
    `Чай;${run}-d;${trademark};;;nowhere.png;;`,
    `Чай;${run}-e;${trademark};;;;${run};Kosher`,
    `Чай;${run}-f;${trademark};;;;;Halal`,
  ]
  await dialog.locator('input[type=file]').setInputFiles(russianCsv([heading, ...good, ...bad, '']))

  await expect(dialog.getByText('Oh, No. Something went wrong')).toBeVisible()
  await expect(dialog.getByText('Please check your data again. 7 problems in 7 of 500 rows.')).toBeVisible()
  await expect(dialog.getByText('[Row 498] Custom_Field_Value_1 is missing its Custom_Field_Key_1')).toBeVisible()
  await expect(dialog.getByText('Certificate Type Kosher is not supported')).toBeVisible()
  await expect(dialog.getByText('There is no trademark Нет такого')).toBeVisible()

  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download error file' }).click(),
  ])
  expect(
    readFileSync(await errors.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(8)

  const mend = (column: string, row: number, text: string) =>
    dialog.getByLabel(`${column} of row ${row}`, { exact: true }).fill(text)
  await mend('Name', 495, 'Чай')
  await mend('Trademark', 496, trademark)
  await mend('SKU', 497, `${run}-z`)
  await mend('Custom_Field_Key_1', 498, 'Цвет')
  await mend('Image_Name_1', 499, run)
  await mend('Certificate_Type_1', 500, 'Halal')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText('1 problem in 1 of 500 rows.', { exact: false })).toBeVisible()
  await mend('Certificate_Name_1', 501, run)
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByRole('button', { name: 'Add 500 SKUs' }).click()
  await expect(dialog.getByText('500 SKUs were added')).toBeVisible()

  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog.getByRole('row', { name: new RegExp(`teas-${run}`) }).getByText('Undone')).toBeVisible()
  await page.goto(`/sku?search=${run}-1`)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await walkTo(page, '/media')
  await page.getByRole('button', { name: `Actions: ${run}.png` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: new RegExp(run) })).toBeHidden()
})

/** A trademark of the seeded merchant, as spelled in its products. */
async function ownTrademark(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download CSV Template' }).click(),
  ])
  const [heading, example] = readFileSync(await file.path(), 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
  expect(heading!.split(',')).toHaveLength(29)
  return example!.split(',')[2]!
}

test('reports a file that is no product list, and offers the template [SK04]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/sku' })
  const dialog = await openUpload(page)
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from('SKU,Codes\nA,B\n') })
  await expect(dialog.getByText('The file has no column Name, Trademark. Start from the template.')).toBeVisible()
  const many = `Name,SKU,Trademark\n${'a,b,c\n'.repeat(3001)}`
  await input.setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(many) })
  await expect(dialog.getByText(/at most 3,?000 rows/).last()).toContainText('many.csv')
  await input.setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(dialog.getByText('File type not accepted, sorry!')).toBeVisible()
})

test('clones, links, deactivates, activates and removes a product [SK03 SK05]', async ({ page }) => {
  await signInAsMerchant(page, { at: '/sku' })
  const menu = async (row: string, item: string) => {
    await page.getByRole('button', { name: `Actions: ${row}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('Highland Black Tea', 'Clone')
  const form = page.getByRole('dialog', { name: 'Clone Highland Black Tea' })
  const name = `Clone ${run}`
  await form.getByLabel('Name', { exact: false }).first().fill(name)
  await form.getByRole('button', { name: 'Save SKU' }).click()
  await expect(form.getByText('Please fill in the SKU')).toBeVisible()
  await form.getByLabel('SKU').fill(`C-${run}`)
  await form.getByRole('button', { name: 'Save SKU' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toBeVisible()

  await menu(name, 'Verify URL')
  const address = page.getByRole('dialog', { name: `Verify URL of ${name}` })
  await address.getByLabel('Address of your page').fill('nowhere')
  await address.getByRole('button', { name: 'Save' }).click()
  await expect(address.getByText('Invalid URL format')).toBeVisible()
  await address.getByLabel('Address of your page').fill('www.example.com')
  await address.getByRole('button', { name: 'Save' }).click()
  await expect(address).toBeHidden()

  await menu(name, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row.getByText('Inactive')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Generate codes' })).toBeHidden()
  await menu(name, 'Activate')
  await expect(row.getByRole('link', { name: 'Generate codes' })).toBeVisible()
  await menu(name, 'Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
})
