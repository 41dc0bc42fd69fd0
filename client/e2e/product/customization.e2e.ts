import { expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import {
  answerDialog,
  block,
  button,
  expectImageLoaded,
  expectNotification,
  field,
  previewFrame,
  withEditor,
} from './editor.ts'
import { ownProducts } from './own-products.ts'

test('designs a page, keeps it as a draft, publishes it and edits it again [CU01 CU02 CU03 CU04]', async ({ page }) => {
  const own = await ownProducts(page, ['Cloud Tea', 'Rain Tea'])
  try {
    await page.goto('/customization')
    await button(page, 'Customize me!: Cloud Tea').click()

    // Each block has its defaults, and the preview follows the input.
    for (const kind of ['Image', 'Text', 'Button', 'Events', 'Video', 'Embed Web Page'])
      await button(page, kind).click()
    await button(page, 'Save as Draft').click()
    await expectNotification(page, 'Please upload an image')
    await expect(block(page, 1).getByText('Please upload an image')).toBeInViewport()
    await expect(block(page, 1).getByRole('button', { name: 'Choose files' })).toBeFocused()
    const leaf = await imageFile('leaf.png', 'Leaf')
    await block(page, 1)
      .locator('input[type=file]')
      .setInputFiles([leaf, { ...leaf, name: 'leaf.png' }])
    await expect(block(page, 1).getByText('leaf(1).png').first()).toBeVisible()
    await field(page, 'Link of leaf.png').fill('https://leaf.example/one')
    await expectImageLoaded(previewFrame(page).getByRole('img', { name: 'leaf(1).png' }))

    await field(page, 'Text').click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Picked by hand')
    await page.keyboard.press('ControlOrMeta+A')
    await button(page, 'Bold').click()
    await expect(previewFrame(page).locator('strong', { hasText: 'Picked by hand' })).toBeVisible()

    await block(page, 3).getByRole('textbox', { name: 'Website' }).fill('not an address')
    await button(page, 'Publish').click()
    await expect(block(page, 3).getByRole('textbox', { name: 'Website' })).toBeFocused()
    await expect(block(page, 3)).toContainText('Invalid URL format')
    await block(page, 3).getByRole('textbox', { name: 'Website' }).fill('https://tea.example')
    await block(page, 3).getByRole('textbox', { name: 'Button color: code' }).fill('#fefefe')
    await expect(block(page, 3)).toContainText('Hard to read: the contrast is 1 to 1')
    await block(page, 3).getByRole('textbox', { name: 'Button color: code' }).fill('#1d6349')
    await expect(block(page, 3)).not.toContainText('Hard to read')

    await block(page, 4).getByRole('button', { name: 'Add event' }).click()
    const event = block(page, 4).getByRole('list', { name: 'Events' }).getByRole('listitem')
    await event.getByRole('textbox', { name: 'Title' }).fill('Harvest')
    await event.locator('input[type=file]').first().setInputFiles(leaf)
    await event
      .locator('input[type=file]')
      .last()
      .setInputFiles(await imageFile('report.png', 'Report'))
    await event.getByRole('textbox', { name: 'Description of report.png' }).fill('What was found')
    await block(page, 5).getByRole('textbox', { name: 'Video URL' }).fill('https://youtu.be/dQw4w9WgXcQ')
    await block(page, 6).getByRole('textbox', { name: 'Link' }).fill('https://tea.example/map')

    // The text of the verdict; unapproved certificates cannot be selected; a hidden button hides its fields.
    await field(page, 'Verified text').fill('It is ours')
    await expect(previewFrame(page).getByRole('heading', { name: 'It is ours' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Not yet reviewed/ })).toBeDisabled()
    await button(page, 'Default Button Customization').click()
    const website = page
      .getByRole('region', { name: 'Default Button Customization' })
      .getByRole('textbox', { name: 'Website' })
    await expect(website).toBeEnabled()
    await page.getByText('Hide the default button').click()
    await expect(website).toBeDisabled()
    await button(page, 'Product Details Customization').click()
    await field(page, 'Line-breaking character').fill('|')
    await field(page, 'Label of the SKU').fill('Article')
    await expect(previewFrame(page).getByText('Article')).toBeAttached()
    await expect(previewFrame(page).locator('dd', { hasText: /^Sweet\nLight$/ })).toBeAttached()

    // A deleted block is restored by keyboard.
    await button(page, 'Delete Video 5').click()
    await answerDialog(page, 'Delete Video 5?', 'Delete')
    await expect(page.getByRole('list', { name: 'Blocks' }).locator('> li')).toHaveCount(5)
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(block(page, 5)).toContainText('Video')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect(page.getByRole('list', { name: 'Blocks' }).locator('> li')).toHaveCount(5)
    await button(page, 'Undo').last().click()

    await button(page, 'Save as Draft').click()
    await answerDialog(page, 'You can continue editing later.')
    await expectNotification(page, 'Draft saved successfully')
    await button(page, 'Resume Draft: Cloud Tea').click()
    // A long page begins with folded blocks.
    await expect(block(page, 4).getByText('report.png').first()).toBeHidden()
    await block(page, 4)
      .getByRole('button', { name: /^Events 4/ })
      .click()
    await expect(block(page, 4).getByText('report.png').first()).toBeVisible()
    await expect(field(page, 'Verified text')).toHaveValue('It is ours')

    await button(page, 'Publish').click()
    await answerDialog(page, 'Once published, you can no longer save as a draft or start over.')
    await expectNotification(page, 'Customization published successfully')
    await button(page, 'Edit: Cloud Tea').click()
    await expect(button(page, 'Publish')).toBeVisible()
    await expect(button(page, 'Save as Draft')).toHaveCount(0)
    await expect(button(page, 'Start Over')).toHaveCount(0)
    await field(page, 'Verified text').fill('Something else')
    await button(page, 'Cancel').click()
    await answerDialog(page, 'Are you sure you want to cancel? Changes that you made may not be saved.')
    await expect(field(page, 'Verified text')).toHaveValue('It is ours')
    await button(page, 'Publish').click()
    await answerDialog(page, 'Shoppers will see this version immediately.', 'No')

    // The other product previews this page and clones it.
    await button(page, 'Back to the list').click()
    await button(page, 'Customize me!: Rain Tea').click()
    await page
      .getByRole('combobox', { name: 'Clone from another SKU' })
      .selectOption({ label: `Cloud Tea (${own.products[0]!.sku})` })
    await expect(previewFrame(page).getByRole('heading', { name: 'It is ours' })).toBeVisible()
    await expect(button(page, 'Publish')).toHaveCount(0)
    await expect(button(page, 'Start Over')).toHaveCount(0)
    await button(page, 'Clone Customization').click()
    await answerDialog(page, `Clone the customization of Cloud Tea (${own.products[0]!.sku})?`)
    await expectNotification(page, 'Customization published successfully')
    await button(page, 'Edit: Rain Tea').click()
    await expect(field(page, 'Verified text')).toHaveValue('It is ours')
  } finally {
    await own.remove()
  }
})

/** Pastes a clipboard content, as another program provides it. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, html)
}

test('keeps only allowed formats of pasted rich text, and supports keys for undo and leaving [CU02]', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message())
    void dialog.dismiss()
  })
  const asked: string[] = []
  await page.route(/canary/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await withEditor(page, 'Fog Tea', async () => {
    await button(page, 'Text').click()
    const text = field(page, 'Text')
    await text.focus()
    await paste(
      page,
      `<h2 style="color:red;background:url(https://canary.example/a)">From the hills</h2>
       <p><a href="javascript:alert(1)"><b>Picked</b></a> by <i onclick="alert(1)">hand</i><img src="https://canary.example/b" onerror="alert(1)"></p>
       <ul><li data-checked="true">Sweet</li></ul><iframe src="https://canary.example/c"></iframe><script>alert(1)</script>`,
    )
    const shopper = previewFrame(page).locator('.rich')
    await expect(shopper.getByRole('heading', { name: 'From the hills' })).toBeVisible()
    await expect(shopper.locator('strong')).toHaveText('Picked')
    await expect(shopper.locator('em')).toHaveText('hand')
    await expect(shopper.getByRole('listitem')).toHaveText(['Sweet'])
    for (const where of [text, shopper]) await expect(where.locator('a, img, iframe, script, [style]')).toHaveCount(0)

    // The browser reports the blocked content of the clipboard, and does not load it.
    expect(complaints.filter((text) => !/Content Security Policy.*blocked/.test(text))).toEqual([])
    complaints.length = 0

    // Another field is edited in between, so the next input is a separate undo step.
    await field(page, 'Verified text').fill('Ours')
    // Arrow keys move through the toolbar, Tab leaves the text, and the page has one undo history.
    await text.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+B')
    // Inserted at once, like a suggestion of an on-screen keyboard: one undo step.
    await page.keyboard.insertText('Strong')
    await expect(shopper.locator('strong')).toHaveText(['Picked', 'Strong'])
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(shopper.locator('strong')).toHaveText(['Picked'])
    await expect(text.locator('strong')).toHaveText(['Picked'])
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect(text.locator('strong')).toHaveText(['Picked', 'Strong'])
    const tools = page.getByRole('toolbar', { name: 'Formatting' })
    await tools.getByRole('button', { name: 'Bold', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tools.getByRole('button', { name: 'Italic', exact: true })).toBeFocused()
    await tools.getByRole('combobox', { name: 'Block type' }).selectOption('Quote')
    await expect(shopper.locator('blockquote')).toHaveCount(1)
    expect(asked).toEqual([])
    expect(complaints).toEqual([])
  })
})

test('sorts blocks by keyboard, and restores unsaved input after a reload [CU02]', async ({ page }) => {
  await withEditor(page, 'Dew Tea', async () => {
    await button(page, 'Image').click()
    await button(page, 'Button').click()
    await block(page, 1)
      .locator('input[type=file]')
      .setInputFiles(await imageFile('dew.png', 'Dew'))
    await block(page, 2).getByRole('textbox', { name: 'Button text' }).fill('Taste it')
    await block(page, 2).getByRole('textbox', { name: 'Website' }).fill('https://dew.exa')

    await button(page, 'Drag Button 2').press('Space')
    const spoken = page.locator('[id^=DndLiveRegion]').first()
    await expect(spoken).toHaveText('Place 2 of 2')
    await page.keyboard.press('ArrowUp')
    await expect(spoken).toHaveText('Place 1 of 2')
    await page.keyboard.press('Space')
    await expect(block(page, 1)).toContainText('Button text')
    await button(page, 'Move Button 1 down').click()
    await expect(block(page, 2)).toContainText('Button text')
    await button(page, 'Move Button 2 up').click()
    // The second key comes before the page has reacted to the first one, as on a busy device.
    await button(page, 'Drag Button 1').evaluate((handle: HTMLElement) => {
      handle.focus()
      for (const code of ['Space', 'ArrowDown'])
        handle.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }))
    })
    await expect(spoken).toHaveText('Place 2 of 2')
    await page.keyboard.press('Escape')
    await expect(spoken).toHaveText('Put back')

    await page.reload()
    await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect(block(page, 1).getByRole('textbox', { name: 'Button text' })).toHaveValue('Taste it')
    await expectImageLoaded(previewFrame(page).getByRole('img', { name: 'dew.png' }))
    await button(page, 'Save as Draft').click()
    await answerDialog(page, 'You can continue editing later.')
    await expectNotification(page, 'Draft saved successfully')
  })
})

test('shows the preview as a sheet on a phone, with every field accessible to screen readers [CU02 SH07]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withEditor(page, 'Frost Tea', async () => {
    for (const kind of ['Image', 'Text', 'Button', 'Events', 'Video', 'Embed Web Page'])
      await button(page, kind).click()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    expect(await accessibilityViolations(page)).toEqual([])
    await field(page, 'Verified text').fill('Cold and real')
    await button(page, 'Show preview').click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await expect(previewFrame(page).getByRole('heading', { name: 'Cold and real' })).toBeVisible()
    await sheet.getByRole('combobox', { name: 'Language of the preview' }).selectOption('Русский')
    await expect(previewFrame(page).locator('html')).toHaveAttribute('lang', 'ru')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
  })
})
