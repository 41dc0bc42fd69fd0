import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { administratorCalls } from '#client/e2e/setup/administrator-calls.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { countPresses } from '#client/e2e/setup/count-presses.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { printedCodes } from '#client/e2e/setup/printed-codes.ts'
import { signIn } from '#client/e2e/setup/sign-in.ts'
import { searchOne } from '#client/e2e/setup/walk-to.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

/** Presses that a person needs for daily work, besides typing. Each test names what it counts if there are more. */
const mostPresses = { order: 16, review: 12, lookUp: 3 }

/** Counts the presses of each step. */
async function counted(page: Page) {
  const presses = await countPresses(page)
  const log: string[] = []
  return {
    async step(name: string, run: () => Promise<void>) {
      const before = presses()
      await test.step(name, run)
      log.push(`${presses() - before} ${name}`)
    },
    expectAtMost: (most: number) => expect(presses(), log.join('\n')).toBeLessThanOrEqual(most),
  }
}

test('lets a merchant order, download, activate and open codes in at most 16 presses [CO01 CO04 CO06]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const merchant = await newMerchant(baseURL!)
  const brand = await registerBusinessAndTrademark(baseURL!, merchant)
  const office = await administratorCalls(baseURL!, administrator)
  await office.approve(merchant.company, brand)
  await office.grant(merchant.company)
  const [trademark] = (await createApi(trademarkContract, merchant.send).list({ query: {} })).rows
  await createApi(skuContract, merchant.send).create({
    body: { name: 'Cloud tea', sku: 'CT-1', trademarkId: trademark!.id, details: {}, certificates: [] },
  })
  const { step, expectAtMost } = await counted(page)

  await step('signs in', async () => {
    await signIn(page, merchant.email, merchant.password)
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })
  await step('orders codes', async () => {
    await page.getByRole('link', { name: 'Generate Codes', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Generate Codes', level: 1 })).toBeVisible()
    await page.getByRole('combobox', { name: 'SKU' }).selectOption({ label: 'Cloud tea (CT-1)' })
    await page.getByLabel('Quantity').fill('12')
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    const placed = page.getByRole('dialog', { name: 'Your codes are being generated' })
    await placed.getByRole('button', { name: 'Close' }).last().click()
  })
  await step('downloads them for the print house', async () => {
    await page.getByRole('button', { name: /^Download the codes of order/ }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click()
    await file
  })
  await step('activates the order', async () => {
    await page.getByRole('button', { name: /^Activate the codes of/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Activate/ })
    await dialog.getByRole('button', { name: 'Activate codes', exact: true }).click()
    await expect(dialog.getByText('12 codes have been activated')).toBeVisible()
    await dialog.getByText('Close', { exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })
  await step('opens the card of a code by the search, without the pointer', async () => {
    const [code] = await printedCodes(baseURL!, merchant)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(code!)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Proof on two blockchains' })).toBeVisible()
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Cloud tea (CT-1)')).toBeVisible()
  })
  await step('marks the item as used', async () => {
    await page.getByRole('button', { name: 'Mark as used' }).click()
    await expect(page.getByRole('button', { name: 'Unmark' })).toBeVisible()
  })
  await step('reads in the bell what is finished', async () => {
    await page.getByTestId('bell').click()
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await expect(list.getByText(/^The codes of order \S+ are ready$/)).toBeVisible()
    await expect(list.getByText(/^Activation \S+ is finished$/)).toBeVisible()
  })
  expectAtMost(mostPresses.order)
})

test('approves merchant and trademark and grants a plan as administrator in at most 12 presses [AD01 AD02]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const merchant = await newMerchant(baseURL!)
  const brand = await registerBusinessAndTrademark(baseURL!, merchant)
  const { step, expectAtMost } = await counted(page)
  const said = (words: string) => expect(page.getByTestId('notification').getByText(words)).toBeVisible()
  const find = async (list: string, words: string) => {
    await page.getByRole('link', { name: list }).first().click()
    // The screen before has a search, too.
    await expect(page.getByRole('heading', { name: `Manage ${list}`, level: 1 })).toBeVisible()
    await searchOne(page, words)
  }

  await step('signs in by the link', async () => {
    await page.goto(administrator)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible()
  })
  await step('approves the business', async () => {
    await find('Businesses', merchant.company)
    const row = page.getByRole('row', { name: new RegExp(merchant.company) })
    await row.getByRole('button', { name: /^Details/ }).click()
    await expect(page.getByRole('img', { name: 'paper.png' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await said('Business approved')
  })
  await step('grants a plan', async () => {
    const row = page.getByRole('row', { name: new RegExp(merchant.company) })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Account & Billing Control' }).click()
    const billing = page.getByRole('dialog', { name: /Account & Billing Control/ })
    await billing.getByLabel('Plan').selectOption({ index: 1 })
    await billing.getByRole('button', { name: 'Add billing' }).click()
    await said('Billing added')
    await page.keyboard.press('Escape')
    await expect(billing).toHaveCount(0)
  })
  await step('approves the trademark', async () => {
    await find('Trademarks', brand)
    const row = page.getByRole('row', { name: new RegExp(brand) })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Approved' }).click()
    await expect(row.getByText('Approved')).toBeVisible()
  })
  expectAtMost(mostPresses.review)
})

test('customer care looks up a code from the first screen in at most 3 presses [VE04 SH04]', async ({
  page,
  baseURL,
}) => {
  const code = (await printedCodes(baseURL!, demoSignIns[0])).at(-1)!
  const care = demoSignIns.find(({ role }) => role === 'customerservice')!
  const { step, expectAtMost } = await counted(page)
  await step('signs in', async () => {
    await signIn(page, care.email, care.password)
    await expect(page.getByRole('heading', { name: 'Look up a code' })).toBeVisible()
  })
  await step('finds the code', async () => {
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Proof on two blockchains' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Scans' })).toBeVisible()
  })
  expectAtMost(mostPresses.lookUp)
})
