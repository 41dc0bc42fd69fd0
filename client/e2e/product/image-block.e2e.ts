import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { answerDialog, block, button, expectNotification, withEditor } from './editor.ts'

const most = 1_048_576

/** Random pixels, which no image format can compress. */
async function noise(name: string) {
  const edge = 1400
  const raw = { width: edge, height: edge, channels: 3 as const }
  const buffer = await sharp(randomBytes(edge * edge * 3), { raw })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

test('resizes an image of several MB on the device, and uploads it with its name [CU02]', async ({ page }) => {
  await withEditor(page, 'Noise Tea', async () => {
    await button(page, 'Image').click()
    const heavy = await noise('forest.png')
    expect(heavy.buffer.length).toBeGreaterThan(4 * most)
    await block(page, 1).locator('input[type=file]').setInputFiles(heavy)
    await expect(block(page, 1).getByText('forest.png').first()).toBeVisible()
    const sent = page.waitForResponse((answer) => answer.url().includes('/api/uploads'))
    await button(page, 'Save as Draft').click()
    await answerDialog(page, 'You can continue editing later.')
    const stored = await sent
    expect(await stored.json()).toMatchObject({ name: 'forest.png' })
    const length = Number((await stored.request().allHeaders())['content-length'])
    expect(length).toBeGreaterThan(most / 10)
    expect(length).toBeLessThan(most + 1000)
    await expectNotification(page, 'Draft saved successfully')
  })
})

test('continues a failed upload where it stopped, and uploads again after a new draft [CU04]', async ({ page }) => {
  await withEditor(page, 'Mist Tea', async () => {
    await button(page, 'Image').click()
    const names = ['one.png', 'two.png', 'three.png']
    const pictures = await Promise.all(names.map((name) => imageFile(name, name)))
    await block(page, 1).locator('input[type=file]').setInputFiles(pictures)
    // Loading images move the button, so the test waits for them before it clicks.
    await expect(block(page, 1).getByText('three.png').first()).toBeVisible()
    const sent: string[] = []
    await page.route('**/api/uploads*', async (route) => {
      sent.push(/filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '')
      if (sent.length === 2) await route.abort('connectionreset')
      else await route.continue()
    })
    await button(page, 'Save as Draft').click()
    await answerDialog(page, 'You can continue editing later.')
    await expect(page.getByRole('main')).toContainText('It was not saved.')
    await expect(button(page, 'Save as Draft')).toBeEnabled()
    await button(page, 'Try again').click()
    await expectNotification(page, 'Draft saved successfully')
    expect(sent).toEqual(['one.png', 'two.png', 'two.png', 'three.png'])

    await button(page, 'Resume Draft: Mist Tea').click()
    await expect(block(page, 1).getByText('three.png').first()).toBeVisible()
    await button(page, 'Start Over').click()
    await answerDialog(page, 'All your changes will be lost.')
    await expectNotification(page, 'Customization has started over')
    await expect(page.getByText('No blocks yet')).toBeVisible()
    await button(page, 'Back to the list').click()
    await expect(button(page, 'Customize me!: Mist Tea')).toBeVisible()
  })
})
