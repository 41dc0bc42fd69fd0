import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { enter, signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'

const notified = (page: Page, words: string) => expect(page.getByTestId('notification').getByText(words)).toBeVisible()

test('adds, edits and removes a plan, and names what is missing beside its field [AD04]', async ({
  page,
  administrator,
}) => {
  const title = `Season ${crypto.randomUUID().slice(0, 6)}`
  await signInAsAdministrator(page, administrator, '/plan')
  await page.getByRole('button', { name: 'Add Plan' }).first().click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.locator('button[type=submit]')
  await submit.click()
  for (const message of [
    'Please fill in the plan name',
    'Please fill in the number of codes',
    'Please fill in the validity period',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await dialog.getByLabel('Plan Name').fill(title)
  await dialog.getByLabel('Codes').fill('500')
  await dialog.getByLabel('Validity period').fill('6')
  await dialog.getByLabel('Validity unit').selectOption('month')
  await dialog.getByLabel('Description').fill('For one season')
  await submit.click()
  await notified(page, 'Plan Added!')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('500')
  await expect(row).toContainText('6 months')

  const choose = async (action: string) => {
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Edit')
  await dialog.getByLabel('Codes').fill('750')
  await submit.click()
  await notified(page, 'Plan Updated!')
  await expect(row).toContainText('750')
  await choose('Remove')
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(`Delete Plan ${title}?`)).toBeVisible()
  await question.getByRole('button').last().click()
  await expect(row).toHaveCount(0)
})

test('deactivates and activates a billing account, and the merchant sees it at once [AD01 BI04]', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const merchant = await newMerchant(baseURL!)
  await registerBusinessAndTrademark(baseURL!, merchant)
  const theirs = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await enter(theirs, merchant)
  await theirs.getByRole('heading', { level: 1 }).waitFor()

  await signInAsAdministrator(page, administrator, `/business?search=${encodeURIComponent(merchant.company)}`)
  const row = page.getByRole('row').filter({ hasText: merchant.company })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Account & Billing Control' }).click()
  const toggle = async (title: RegExp, done: string) => {
    await page.getByText('Billing account active', { exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText(title)).toBeVisible()
    await question.getByRole('button').last().click()
    await notified(page, done)
  }
  await toggle(/^Deactivate the billing account/, 'Billing account deactivated successfully')
  await expect(
    theirs.getByText(/^Your billing account has been deactivated\. Please contact support at \S+@\S+/),
  ).toBeVisible()
  await toggle(/^Activate the billing account/, 'Billing account activated successfully')
  await expect(theirs.getByText(/^Your billing account has been deactivated/)).toHaveCount(0)
  await theirs.context().close()
})
