import { expect } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { newMerchant } from '#client/e2e/setup/new-merchant.ts'
import { enter, signInAs } from '#client/e2e/setup/sign-in.ts'

const longName = `${'very-long-name-of-a-picture-'.repeat(8)}.png`

test('uploads many files one after another, and reports one of the wrong type without stopping [ME01]', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await enter(page, { email, password }, { at: '/media' })
  await expect(page.getByText('No records to display')).toBeVisible()
  // Each upload waits until the test has read its progress.
  const held: (() => void)[] = []
  await page.route('**/api/uploads?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const text = { name: 'really-text.png', mimeType: 'image/png', buffer: Buffer.from('words, not a picture') }
  const files = [
    await imageFile('first.png', 'First'),
    text,
    await imageFile(longName, 'Long'),
    await imageFile('last.png', 'Last'),
  ]
  await page.locator('input[type=file]').first().setInputFiles(files)
  for (const number of [1, 2, 3, 4]) {
    await expect(page.getByRole('progressbar', { name: `Uploading ${number}/4` })).toBeVisible()
    await expect.poll(() => held.length).toBe(number)
    held[number - 1]!()
  }
  await expect(page.getByTestId('notification').getByText('3 files uploaded')).toBeVisible()
  await expect(page.getByRole('alert').getByText('really-text.png: File type not accepted, sorry!')).toBeVisible()
  const table = page.getByRole('table', { name: 'Media' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(/^very-long-name/).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('removes a file after confirmation, and does not send a file with a rejected name [ME02]', async ({
  page,
  baseURL,
}) => {
  const { email, password } = await newMerchant(baseURL!)
  await enter(page, { email, password }, { at: '/media' })
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && /uploads/.test(request.url()) && sent.push(request.url()),
  )
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(page.getByRole('alert').getByText('File type not accepted, sorry!')).toBeVisible()
  expect(sent).toEqual([])
  await input.setInputFiles(await imageFile('tea.png', 'Tea'))
  const row = page.getByRole('row', { name: /tea/ })
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Actions: tea.png' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page
    .getByRole('dialog', { name: 'Delete tea.png?' })
    .or(page.getByRole('alertdialog', { name: 'Delete tea.png?' }))
  await question.getByRole('button', { name: /^(No|Cancel)$/ }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Actions: tea.png' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByTestId('notification').getByText('File deleted')).toBeVisible()
  await expect(page.getByText('No records to display')).toBeVisible()
})

test('shows customer service the files without buttons to add or remove them [ME01 AD06]', async ({ page }) => {
  await signInAs(page, 'customerservice', { at: '/media' })
  await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
  await expect(page.locator('input[type=file]').first()).toBeDisabled()
})
