import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './assay.ts'
import { answer, block, button, told } from './editor.ts'
import { ownProducts } from './own-products.ts'
import { signInAsMerchant } from './sign-in.ts'

const most = 1_048_576

/** What no format makes small. */
async function noise(name: string) {
  const edge = 1400
  const raw = { width: edge, height: edge, channels: 3 as const }
  const buffer = await sharp(randomBytes(edge * edge * 3), { raw })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

test('CU02 a picture of several MB is drawn smaller on the device, and is sent with its name', async ({ page }) => {
  await signInAsMerchant(page)
  const own = await ownProducts(page, ['Noise Tea'])
  try {
    await page.goto(`/customization?edit=${own.products[0]!.id}`)
    await button(page, 'Image').click()
    const heavy = await noise('forest.png')
    expect(heavy.buffer.length).toBeGreaterThan(4 * most)
    await block(page, 1).locator('input[type=file]').setInputFiles(heavy)
    await expect(block(page, 1).getByText('forest.png').first()).toBeVisible()
    const sent = page.waitForResponse((answer) => answer.url().includes('/api/uploads'))
    await button(page, 'Save as Draft').click()
    await answer(page, 'You can continue editing later.')
    const stored = await sent
    expect(await stored.json()).toMatchObject({ name: 'forest.png' })
    const length = Number((await stored.request().allHeaders())['content-length'])
    expect(length).toBeGreaterThan(most / 10)
    expect(length).toBeLessThan(most + 1000)
    await told(page, 'Draft saved successfully')
  } finally {
    await own.remove()
  }
})
