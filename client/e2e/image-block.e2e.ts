import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './assay.ts'
import { block, button, told } from './editor.ts'
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
    const sending = page.waitForRequest('**/api/uploads*')
    await button(page, 'Save as Draft').click()
    const body = (await sending).postDataBuffer()!
    expect(body.toString('latin1')).toContain('filename="forest.png"')
    expect(body.length).toBeLessThan(most + 1000)
    await told(page, 'Draft saved successfully')
  } finally {
    await own.remove()
  }
})
