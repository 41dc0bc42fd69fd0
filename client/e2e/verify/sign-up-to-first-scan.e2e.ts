import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { walkTo } from '#client/e2e/setup/walk-to.ts'
import { hasReference } from '#server/anchoring/test/ots-oracle.ts'
import { blockMerkleRoot } from './block-merkle-root.ts'
import { readProof } from './read-proof.ts'

/** Makes names unique between runs on the same Assay. */
const run = Date.now().toString(36)
const email = `owner-${run}@orchard.example`
const company = `Orchard ${run}`
const brand = `Gold ${run}`
const password = 'Orchard-owner-1'
const quantity = 1000

test('the complete flow from sign-up to a publicly verifiable verdict', async ({
  browser,
  baseURL,
  administrator,
  assay,
}) => {
  const merchant = await browser.newPage()
  const admin = await browser.newPage()
  const shopper = await browser.newPage({ locale: 'en-US' })
  let csv = ''
  let codes: string[] = []

  await test.step('signs up a merchant and confirms the e-mail by the mailed link [AU02 AU03 AU05]', async () => {
    await merchant.goto('/?register')
    await merchant.getByLabel('Email').fill(email)
    await merchant.getByLabel('Password', { exact: true }).fill(password)
    await merchant.getByLabel('Confirm password').fill('Something-else-1')
    await merchant.getByLabel('Company name').fill(company)
    await merchant.getByRole('button', { name: 'Create account' }).click()
    await expect(merchant.getByText('The passwords do not match')).toBeVisible()
    await expect(merchant.getByText('Please tick the checkbox if you want to proceed')).toBeVisible()
    await merchant.getByLabel('Confirm password').fill(password)
    await merchant.getByText('I agree to the').click({ position: { x: 4, y: 4 } })
    await merchant.getByRole('button', { name: 'Create account' }).click()
    await expect(merchant.getByRole('heading', { name: 'Welcome to Assay' })).toBeVisible()
    await merchant.goto('/brand')
    await expect(merchant.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible()
    await merchant.goto(await mailedLink(baseURL!, email, '/email-confirmation'))
    await expect(merchant.getByText('Congratulations, your email has been confirmed')).toBeVisible()
  })

  await test.step('registers the business with its document [BU01]', async () => {
    await merchant.goto('/settings/business')
    await merchant.getByLabel('Registration number').fill('202601000042')
    await chooseFile(merchant, merchant, 'registration.png')
    await merchant.getByLabel('Address').fill('1 Orchard Lane')
    await merchant.getByLabel('Country').selectOption({ label: 'Malaysia' })
    await merchant.getByRole('button', { name: 'Register business' }).click()
    await said(merchant, 'Business details updated')
    await expect(merchant.getByText('Waiting for approval')).toBeVisible()
    await expect(merchant.getByLabel('Registration number')).toBeDisabled()
  })

  await test.step('registers the trademark with its certificate [TM01]', async () => {
    await walkTo(merchant, '/brand')
    await merchant.getByRole('button', { name: 'Register Brand' }).first().click()
    const dialog = merchant.getByRole('dialog', { name: 'Register Brand' })
    await dialog.getByRole('button', { name: 'Register Brand' }).click()
    await expect(dialog.getByText('Please tick the checkbox if you want to proceed')).toBeVisible()
    await dialog.getByLabel('Trademark Name').fill(brand)
    await dialog.getByLabel('Trademark No').fill('TM-42')
    await dialog.getByLabel('Trademark Class').fill('31')
    await dialog.getByLabel('Applicant name').fill(company)
    await dialog.getByLabel('Applicant address').fill('1 Orchard Lane')
    await dialog.getByLabel('Postcode').fill('43000')
    await dialog.getByLabel('Country').selectOption({ label: 'Malaysia' })
    await chooseFile(merchant, dialog, 'certificate.png')
    await dialog.getByText('I confirm that').click()
    await dialog.getByRole('button', { name: 'Register Brand' }).click()
    await said(merchant, 'Trademark sent for approval')
    await expect(merchant.getByRole('row', { name: new RegExp(brand) }).getByText('Pending Approval')).toBeVisible()
  })

  await test.step('approves both beside their documents and grants a plan as administrator [AD01 AD02]', async () => {
    await admin.goto(administrator)
    await admin.getByRole('button', { name: 'Sign in' }).click()
    await expect(admin.getByRole('heading', { name: 'General settings' })).toBeVisible()
    // Found by search, because it is no longer among the first once it is approved.
    await walkTo(admin, `/business?search=${run}`)
    const business = admin.getByRole('row', { name: new RegExp(company) })
    await business.getByRole('button', { name: /^Details/ }).click()
    await expect(admin.getByRole('img', { name: 'registration.png' })).toBeVisible()
    await admin.getByRole('button', { name: 'Approve', exact: true }).click()
    await said(admin, 'Business approved')
    await business.getByRole('button', { name: /^Actions/ }).click()
    await admin.getByRole('menuitem', { name: 'Account & Billing Control' }).click()
    const billing = admin.getByRole('dialog', { name: /Account & Billing Control/ })
    await billing.getByLabel('Plan').selectOption({ index: 1 })
    await billing.getByRole('button', { name: 'Add billing' }).click()
    await said(admin, 'Billing added')

    await admin.keyboard.press('Escape')
    await expect(billing).toHaveCount(0)
    await walkTo(admin, `/brand?search=${run}`)
    const trademark = admin.getByRole('row', { name: new RegExp(brand) })
    await trademark.getByRole('button', { name: /^Details/ }).click()
    await expect(admin.getByRole('img', { name: 'certificate.png' })).toBeVisible()
    await trademark.getByRole('button', { name: /^Actions/ }).click()
    await admin.getByRole('menuitem', { name: 'Approved' }).click()
    await expect(trademark.getByText('Approved')).toBeVisible()
    // The merchant's own window updates without a reload.
    await expect(merchant.getByTestId('verification').getByText('Verified')).toBeVisible()
  })

  await test.step('creates a SKU with an image and details [SK01 SK02]', async () => {
    await walkTo(merchant, '/sku')
    await merchant.getByRole('button', { name: 'Add SKU' }).click()
    const dialog = merchant.getByRole('dialog', { name: 'Add SKU' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('Golden Apple')
    await dialog.getByLabel('SKU').fill('GA-1')
    await dialog.getByLabel('Trademark').selectOption({ label: brand })
    await dialog.getByRole('button', { name: 'Add detail' }).click()
    await dialog.getByLabel('Label (e.g. Origin)').fill('Variety')
    await dialog.getByLabel('Value').fill('Golden Delicious')
    await chooseFile(merchant, dialog, 'apple.png')
    await dialog.getByRole('button', { name: 'Save SKU' }).click()
    await said(merchant, 'SKU saved')
    await merchant.getByRole('link', { name: 'Generate codes', exact: true }).click()
  })

  await test.step('generates and downloads codes [CO01 CO02 CO04]', async () => {
    csv = await generate(merchant)
    const [header, ...rows] = csv.trim().split(/\r?\n/)
    expect(header).toBe('Codes')
    codes = rows.map((row) => row.replaceAll('"', ''))
    expect(new Set(codes).size).toBe(quantity)
    await shopper.goto(pathOf(codes[0]!))
    await expect(shopper.getByText('This code is not yet activated')).toBeVisible()
  })

  await test.step('uploads, checks and activates the file [CO06]', async () => {
    await activate(merchant, csv)
  })

  await test.step('shows the shopper a genuine result, and Verified for both chains within 30 s [VE01 VE02 VE03]', async () => {
    await expect(async () => {
      await shopper.goto(pathOf(codes[0]!))
      await expect(shopper.getByText('This code is real and active. No sign of a second item.')).toBeVisible({
        timeout: 1000,
      })
      await expect(shopper.getByText('Verified', { exact: true })).toHaveCount(2, { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await expect(shopper.getByText('Golden Delicious')).toBeVisible()
    await shopper.locator('.folded summary').click()
    await expect(shopper.getByText(/Proof checked in your browser/)).toBeVisible()
  })

  await test.step('shows the error page for a wrong secret and an unknown code [VE04]', async () => {
    const printed = codes[0]!
    const wrong = printed.slice(0, -1) + (printed.endsWith('0') ? '1' : '0')
    for (const path of [pathOf(wrong), '/verify?a=00000000000000000000000000&p=0000000000000000']) {
      await shopper.goto(path)
      await expect(shopper.getByText('This code is not valid')).toBeVisible()
    }
  })

  const referenceStep = hasReference ? test.step : test.step.skip
  await referenceStep('the proof leads to the header of a block, read by python-opentimestamps [VE03]', async () => {
    await shopper.goto(pathOf(codes[0]!))
    await shopper.locator('.folded summary').click()
    const [download] = await Promise.all([
      shopper.waitForEvent('download'),
      shopper.getByRole('link', { name: 'Only the Bitcoin file (.ots)' }).click(),
    ])
    const { merkleRoot, height } = readProof(readFileSync(await download.path()))
    expect(merkleRoot).toBe(await blockMerkleRoot(join(assay.dataDir, 'services.json'), height))
  })
})

/** Orders codes of the product, waits until they are generated, and downloads the file for the printer. */
async function generate(page: Page): Promise<string> {
  await page.getByLabel('Quantity').fill('99999999')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByText(/5,?000,?000/)).toBeVisible()
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await page
    .getByRole('dialog', { name: 'Your codes are being generated' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await page.getByRole('button', { name: /^Download the codes of order/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Download order/ })
  await dialog.getByRole('button', { name: 'More options' }).click()
  await dialog.getByLabel('Amount').fill(String(quantity + 1))
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  await expect(dialog.getByText(/^Amount cannot exceed 1,?000$/)).toBeVisible()
  await dialog.getByLabel('Amount').fill(String(quantity))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

/** Uploads the downloaded file, and waits until the batch is active. */
async function activate(page: Page, csv: string): Promise<void> {
  await walkTo(page, '/activatecode')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: /^Activate/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Activate/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /1,?000/ })
      .getByText('Activated'),
  ).toBeVisible({ timeout: 20_000 })
}

/** Uploads through the file field of a form, and waits until the file is stored. */
async function chooseFile(page: Page, within: Pick<Page, 'locator' | 'getByTitle'>, name: string): Promise<void> {
  await within
    .locator('input[type=file]')
    .first()
    .setInputFiles(await imageFile(name, name))
  await expect(within.getByTitle(name)).toBeVisible()
  await expect(page.getByText('Uploading')).toHaveCount(0)
}

async function said(page: Page, words: string): Promise<void> {
  await expect(page.getByTestId('notification').getByText(words)).toBeVisible()
}

/** The printed URL contains the public host; the test opens the same path on the local host. */
function pathOf(code: string): string {
  const { pathname, search } = new URL(code)
  return pathname + search
}
