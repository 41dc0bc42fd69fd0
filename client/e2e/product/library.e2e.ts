import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { block, button, expectImageLoaded, previewFrame, withEditor } from './editor.ts'

/** Uploads a picture to the media library. */
async function upload(page: Page, name: string): Promise<void> {
  await page.goto('/media')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await imageFile(name, name))
  await expect(page.getByTestId('notification').getByText('1 file uploaded')).toBeVisible()
}

test('chooses pictures of the library in a product and in a block of its page [ME01 SK02]', async ({ page }) => {
  const name = `library-${Date.now()}.png`
  await withEditor(page, 'Library Tea', async () => {
    const editor = page.url()
    await upload(page, name)
    await page.goto(editor)
    await button(page, 'Image').click()
    await block(page, 1).getByRole('button', { name: 'Choose from library' }).click()
    const library = page.getByRole('dialog', { name: 'Choose from library' })
    await library.getByRole('searchbox', { name: 'Search' }).fill(name)
    await library.getByRole('button', { name: new RegExp(name) }).click()
    await expect(library.getByRole('button', { name: new RegExp(name) })).toHaveAttribute('aria-pressed', 'true')
    await library.getByRole('button', { name: 'Add 1 file' }).click()
    await expect(block(page, 1).getByText(name).first()).toBeVisible()
    await expectImageLoaded(previewFrame(page).getByRole('img', { name }))
  })

  await walkTo(page, '/sku')
  await page.getByRole('button', { name: 'Add SKU' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add SKU' })
  await dialog.getByRole('button', { name: 'Choose from library' }).first().click()
  const library = page.getByRole('dialog', { name: 'Choose from library' })
  await library.getByRole('searchbox', { name: 'Search' }).fill(name)
  await library.getByRole('button', { name: new RegExp(name) }).click()
  await library.getByRole('button', { name: 'Add 1 file' }).click()
  await expect(library).toBeHidden()
  await expect(dialog.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
})

test('folds blocks, and the preview shows the part that is edited [CU02]', async ({ page }) => {
  await withEditor(page, 'Folded Tea', async () => {
    // More than a screen of blocks above the last one.
    for (let added = 0; added < 20; added++) await button(page, 'Text').click()
    await button(page, 'Button').click()
    const website = block(page, 21).getByRole('textbox', { name: 'Website' })
    await website.fill('https://tea.example')
    await expect(previewFrame(page).getByRole('link', { name: /tea\.example/ })).toBeInViewport()
    await page.getByRole('textbox', { name: 'Verified text', exact: true }).click()
    await expect(previewFrame(page).getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(previewFrame(page).getByRole('link', { name: /tea\.example/ })).not.toBeInViewport()

    const heading = block(page, 21).getByRole('button', { name: /^Button 21/ })
    await heading.click()
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await expect(website).toBeHidden()
    await expect(heading).toContainText('https://tea.example')
    // The preview followed the keyboard focus to the heading of the block.
    await expect(previewFrame(page).getByRole('link', { name: /tea\.example/ })).toBeInViewport()
    await heading.press('Enter')
    await expect(website).toBeVisible()
  })
})
