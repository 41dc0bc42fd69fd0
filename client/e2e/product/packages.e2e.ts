import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { merchantSender } from '#client/e2e/offline/field-work.ts'
import { seededProduct } from '#client/e2e/offline/shipments.ts'
import { pace, pressKeys } from '#client/e2e/scan/keyboard.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { openInside } from '#client/e2e/setup/walk-to.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

/** The codes of a new order, because other tests use up those of the seeded ones. */
async function ownCodes(baseURL: string): Promise<string[]> {
  const send = await merchantSender(baseURL)
  const orders = createApi(orderContract, send)
  const { id } = await orders.create({ body: { skuId: await seededProduct(send), quantity: 2 } })
  await expect.poll(async () => (await orders.read({ params: { id } })).state, { timeout: 60_000 }).toBe('done')
  const { rows } = await createApi(activationContract, send).codes({ query: { orderId: id, limit: 100 } })
  return rows.map(({ address }) => address)
}

test('packs a case offline and a pallet with it, prints its label, and takes both apart', async ({
  page,
  context,
  baseURL,
}) => {
  const [first, second] = (await ownCodes(baseURL!)) as [string, string]
  await signInAsMerchant(page, { at: '/packages' })
  await page.getByRole('button', { name: 'SSCC numbering' }).click()
  await page.getByLabel('GS1 company prefix').fill('4006381')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('link', { name: 'Pack a case' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  await context.setOffline(true)
  for (const code of [first, second, first]) await pressKeys(page, code, pace.scanner, 'Enter')
  await expect(page.getByTestId('said')).toContainText('Already scanned')
  await page.getByTestId('close-case').click()
  const newest = page.getByRole('table', { name: 'Packages' }).getByRole('row').nth(1)
  await expect(newest).toContainText('Gets a number when it is sent')
  await context.setOffline(false)
  await expect(newest).toContainText('(00) ', { timeout: 60_000 })
  const sscc = /\(00\) (\d{18})/.exec((await newest.textContent())!)![1]!

  await page.getByRole('link', { name: 'Pack a pallet' }).click()
  await expect(page.getByRole('heading', { name: 'Pack a pallet' })).toBeVisible()
  await pressKeys(page, `00${sscc}`, pace.scanner, 'Enter')
  await expect(page.getByTestId('said')).toHaveText(`(00) ${sscc} is on the pallet`)
  await page.getByTestId('close-pallet').click()
  await expect(newest).toContainText('Pallet')
  await expect(newest).toContainText('(00) ', { timeout: 30_000 })

  const download = page.waitForEvent('download')
  await newest.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Label (PDF)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^\d{18}\.pdf$/)

  await newest.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Take apart' }).click()
  await page.getByLabel('Why is it taken apart?').fill('Opened in error')
  await page.getByRole('dialog').getByRole('button', { name: 'Take apart' }).click()
  await expect(newest).toContainText('Taken apart')
  await openInside(page, `/packages?search=${first}`)
  await expect(page.getByRole('row').filter({ hasText: sscc })).toContainText('Packed', { timeout: 30_000 })
})
