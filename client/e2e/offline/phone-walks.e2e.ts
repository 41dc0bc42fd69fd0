import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { countPresses } from '#client/e2e/setup/count-presses.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { syncBadge } from './field-work.ts'
import { inactiveCodes } from './shipments.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const dealer = demoSignIns.find(({ role }) => role === 'dealer')!
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()

/** From the address alone: the form of the landing page. */
async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email or user name').fill(dealer.email)
  await page.getByLabel('Password', { exact: true }).fill(dealer.password)
  await press(page, 'Sign in')
}

async function follow(page: Page, name: string): Promise<void> {
  await press(page, 'Open menu')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
}

test('activates codes in the warehouse without a connection in 7 presses, sign-in included [OF04 CO06]', async ({
  page,
  baseURL,
  context,
}) => {
  const codes = (await inactiveCodes(baseURL!)).slice(-2)
  const presses = await countPresses(page)
  await signIn(page)
  await follow(page, 'Activate Codes')
  await page.getByRole('tab', { name: 'Scan' }).click()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByTestId('offline')).toHaveText(/offline/i)
  // A hardware scanner types a code and Enter.
  for (const code of codes) {
    await field.fill(code)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await page.getByTestId('activate').click()
  // By its dialog: the button of the page has the same name until the dialog hides it.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate 2 codes' }).click()
  await page.getByRole('dialog', { name: '2 codes queued' }).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Queued – not active yet', { exact: true })).toBeVisible()
  // Beside the number of unsent records, the longest text of both languages fits.
  await page.getByTestId('credit').evaluate((credit) => {
    credit.lastElementChild!.textContent = 'осталось 365 дней'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await context.setOffline(false)
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  expect(presses()).toBeLessThanOrEqual(7)
})

test('fills in the three sections of a form in the field in 14 presses, sign-in included [SU02 SU03]', async ({
  page,
}) => {
  const lot = `WALK-${crypto.randomUUID().slice(0, 8)}`
  const presses = await countPresses(page)
  await signIn(page)
  await follow(page, 'Submissions')
  await press(page, 'Create Submission')
  const dialog = page.getByRole('dialog', { name: 'Create Submission' })
  await dialog.getByLabel('Form template').selectOption({ label: 'Tea harvest' })
  await dialog.getByLabel('Lot').fill(lot)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const answers: Record<string, string>[] = [
    { 'Picked by': 'Mei Lim', 'Leaf weight': '12.5' },
    { 'Drying method': 'Hot air', 'Final moisture': '4' },
    { 'Carton number': lot },
  ]
  for (const [at, given] of answers.entries()) {
    await expect(page.getByText(`Section ${at + 1} of 3`)).toBeVisible()
    for (const [question, answer] of Object.entries(given)) await page.getByLabel(question).fill(answer)
    const start = page.getByRole('textbox', { name: 'Start Time' })
    // The recording began earlier, and ends now.
    if (at > 0) await start.fill('01/01/2020 08:00')
    for (const now of await page.getByRole('button', { name: /^Now: (?!Start)/ }).all()) await now.click()
    await press(page, at < 2 ? 'Next' : 'Save & Preview')
  }
  const preview = page.getByRole('dialog').filter({ hasText: lot })
  await expect(preview.getByText('Hot air')).toBeVisible()
  await expect(preview.getByRole('link', { name: 'Activate' })).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(14)
})
