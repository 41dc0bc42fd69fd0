import { expect, type Page } from '@playwright/test'
import { administratorCalls } from '#client/e2e/setup/administrator-calls.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { countPresses } from '#client/e2e/setup/count-presses.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { printedCodes } from '#client/e2e/setup/printed-codes.ts'

/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)
const [email, password, company] = [`first-${run}@hour.example`, 'First-hour-1', `First Hour ${run}`]
/** Besides typing and the administrator's part. */
const mostPresses = 25

test('leads from sign-up to the first scanned code in at most 25 presses [AU02 BU01 TM01 SK01 CO01 CO06]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const presses = await countPresses(page)
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  const log: [string, number][] = []
  const step = async (name: string, run: () => Promise<void>) => {
    const before = presses()
    await test.step(name, run)
    log.push([name, presses() - before])
  }

  await step('signs up', async () => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'Register' }).click()
    const form = page.getByRole('tabpanel', { name: 'Register' })
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByLabel('Confirm password').fill(password)
    await form.getByLabel('Company name').fill(company)
    await form.getByText('I agree to the').click({ position: { x: 4, y: 4 } })
    await press('Create account')
    await expect(page.getByRole('heading', { name: 'Welcome to Assay' })).toBeVisible()
  })
  await step('confirms the email, which opens the dashboard', async () => {
    await page.goto(await mailedLink(baseURL!, email, '/email-confirmation'))
    await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  })
  await step('registers the business', async () => {
    await follow('Register business')
    await page.getByLabel('Registration number').fill('202601000042')
    await choose(page, 'registration.png')
    await page.getByLabel('Address').fill('1 Orchard Lane')
    await press('Register business')
    await expect(page.getByText('Waiting for approval')).toBeVisible()
  })
  await step('registers the trademark', async () => {
    await page.getByRole('link', { name: 'Assay' }).click()
    await follow('Register trademark')
    const dialog = page.getByRole('dialog', { name: 'Register Brand' })
    await dialog.getByLabel('Trademark Name').fill(`Gold ${run}`)
    await dialog.getByLabel('Trademark No').fill('TM-42')
    await dialog.getByLabel('Trademark Class').fill('31')
    // The applicant is taken from the business.
    await expect(dialog.getByLabel('Applicant name')).toHaveValue(company)
    await expect(dialog.getByLabel('Applicant address')).toHaveValue('1 Orchard Lane')
    await dialog.getByLabel('Postcode').fill('43000')
    await choose(page, 'certificate.png')
    await dialog.getByText('I confirm that').click()
    await dialog.getByRole('button', { name: 'Register Brand' }).click()
    await expect(page.getByRole('row', { name: /Gold/ }).getByText('Pending Approval')).toBeVisible()
  })
  await step('adds the product while the documents are checked', async () => {
    await page.getByRole('link', { name: 'Assay' }).click()
    await follow('Add product')
    const dialog = page.getByRole('dialog', { name: 'Add SKU' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('Golden Apple')
    await dialog.getByLabel('SKU').fill('GA-1')
    // The only trademark is chosen.
    await expect(dialog.getByLabel('Trademark')).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Save SKU' }).click()
    await expect(page.getByRole('row', { name: /Golden Apple/ })).toBeVisible()
  })
  const office = await administratorCalls(baseURL!, administrator)
  const warning = page.getByTestId('announcements').getByText('Upgrade your plan to generate codes')
  await test.step('is told of the approval and of the credit without a reload', async () => {
    await office.approve(company, `Gold ${run}`)
    await expect(warning).toBeVisible()
    await office.grant(company)
    await expect(warning).toHaveCount(0)
  })
  await step('creates codes', async () => {
    await follow('Generate codes')
    await page.getByLabel('Quantity').fill('20')
    await press('Generate')
    await page.getByRole('alertdialog').getByRole('button').last().click()
    const placed = page.getByRole('dialog', { name: 'Your codes are being generated' })
    await placed.getByRole('button', { name: 'Close' }).last().click()
  })
  await step('prints a label', async () => {
    await page.getByRole('button', { name: /^Print labels/ }).click()
    const printed = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await printed
  })
  await step('activates the order', async () => {
    await page.getByRole('button', { name: /^Activate the codes of/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Activate/ })
    await dialog.getByRole('button', { name: 'Activate codes', exact: true }).click()
    await expect(dialog.getByText('20 codes have been activated')).toBeVisible()
    await dialog.getByText('Close', { exact: true }).click()
  })
  await test.step('a shopper scans the first code', async () => {
    const shopper = await browser.newPage({ baseURL: baseURL!, locale: 'en-US' })
    await shopper.goto(new URL((await printedCodes(baseURL!, { email, password }))[0]!).pathname)
    await expect(shopper.getByText('This code is real and active. No sign of a second item.')).toBeVisible()
    await page.getByRole('link', { name: 'Assay' }).click()
    // The list of steps is done and gone.
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Get Started' })).toHaveCount(0, { timeout: 30_000 })
  })
  const total = log.reduce((sum, [, count]) => sum + count, 0)
  expect(total, log.map(([name, count]) => `${count} ${name}`).join('\n')).toBeLessThanOrEqual(mostPresses)
})

/** Chooses a file as a person does, by the button that opens the dialog of the system. */
async function choose(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file', exact: true }).click()
  await (await chooser).setFiles(await imageFile(name, name))
  await expect(page.getByTitle(name)).toBeVisible()
}
