import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { codesIn, pagesOf, rasterize } from '#server/label/rendered-files.fixture.ts'

/** The button of the oldest order with this note after the small one with a problem. */
const printButton = (page: Page) => page.getByRole('button', { name: /^Print labels/ }).nth(1)

const moreOptions = (dialog: Locator) => dialog.getByRole('button', { name: 'More options' }).click()

async function openLabels(page: Page): Promise<Locator> {
  // Oldest first, so that orders of other tests do not matter.
  await signInAsMerchant(page, { at: '/generatecode?search=demonstration&sort=date&state=done' })
  await printButton(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('QR size').last()).toBeVisible()
  await expect(dialog.getByLabel('From Serial No')).toBeHidden()
  await moreOptions(dialog)
  return dialog
}

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 30_000 }), button.click()])
  return readFileSync(await download.path())
}

const label = (dialog: Locator, number: number) => dialog.getByRole('radio', { name: new RegExp(`^Label ${number}:`) })

test('prints labels at positions chosen by mouse and keys, and reads them from the file [CO04]', async ({ page }) => {
  const dialog = await openLabels(page)
  await dialog.getByLabel('Label sheet').selectOption({ label: 'Avery L7162: 99.1 × 33.9 mm, A4, 16 labels' })
  await dialog.getByLabel('From Serial No').fill('3')
  await dialog.getByLabel('Amount').fill('2')
  await expect(dialog.getByText('2 labels · 1 sheet')).toBeVisible()

  await label(dialog, 13).click()
  await expect(label(dialog, 13)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(label(dialog, 16)).toBeChecked()
  await expect(label(dialog, 16)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(label(dialog, 16)).toBeChecked()
  await expect(dialog.getByText('2 labels · 2 sheets')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(label(dialog, 1)).toBeChecked()
  await page.keyboard.press('End')

  const file = await saved(page, dialog.getByRole('button', { name: 'Download PDF' }))
  const papers = pagesOf(file).map((one) => rasterize(one, 150))
  expect(papers.map(({ texts }) => texts[0])).toEqual(['3', '4'])
  for (const paper of papers) {
    const [url, ...others] = await codesIn(paper)
    expect(others).toEqual([])
    // The readable code is the one in the QR code, in groups of 4.
    const readable = paper.texts.slice(1).join(' ')
    expect(readable).toMatch(/^(\w{4} ){10}\w{2}$/)
    expect(url).toContain(`/V/${readable.replaceAll(' ', '')}`)
  }
  await expect(dialog).toBeHidden()
})

test('shows the printed code in the preview, and downloads each kind of file [CO04]', async ({ page }) => {
  const dialog = await openLabels(page)
  const calibration = await saved(page, dialog.getByRole('button', { name: 'Calibration page' }))
  expect(rasterize(pagesOf(calibration)[0]!, 72).texts).toContain('100 mm')

  await dialog.getByText('Label printer (ZPL)').click()
  const drawing = dialog.getByRole('img', { name: 'Preview' })
  const { data, info } = await sharp(await drawing.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shown = await codesIn({ width: info.width, height: info.height, light: new Uint8Array(data) })
  const zpl = await saved(page, dialog.getByRole('button', { name: 'Download ZPL' }))
  expect(shown).toEqual([/\^FDMM,A(.*)\^FS/.exec(zpl.toString())![1]])

  for (const kind of ['SVG', 'PNG']) {
    await printButton(page).click()
    await page.getByRole('dialog').getByText(`Pictures (${kind})`).click()
    await moreOptions(page.getByRole('dialog'))
    await page.getByRole('dialog').getByLabel('Amount').fill('2')
    const zip = await saved(page, page.getByRole('button', { name: 'Download ZIP' }))
    expect(zip.toString('latin1', 0, 2)).toBe('PK')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('reports unprintable or unreadable labels beside the field before anything is fetched [CO04]', async ({
  page,
}) => {
  const dialog = await openLabels(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/label/sheet')) asked++
  })
  await dialog.getByLabel('Amount').fill('1000000')
  await dialog.getByLabel('QR size, mm').fill('60')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect(dialog.getByText(/^Amount cannot exceed/)).toBeVisible()
  await expect(
    dialog.getByText('The QR code does not fit on the label with its white border and the texts'),
  ).toBeVisible()
  expect(asked).toBe(0)

  await expect(dialog.getByTestId('small-modules')).toHaveCount(0)
  await dialog.getByLabel('QR size, mm').fill('10')
  await expect(dialog.getByTestId('small-modules')).toContainText('0.3')
})

test('shows the whole dialog on a phone, without accessibility violations [CO04]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = await openLabels(page)
  await expect(label(dialog, 21)).toBeAttached()
  const width = await dialog.evaluate((box) => box.querySelector('form')!.parentElement!.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([])
})
