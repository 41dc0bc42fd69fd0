import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { openDeployments } from '#client/e2e/setup/deployments.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import { logisticContract } from '#shared/logistic/contract.ts'
import { merchantSender } from './field-work.ts'
import { inactiveCodes, rowOf } from './shipments.ts'

const resume = (page: Page) => page.getByRole('dialog', { name: 'Continue the shipment?' })
const code = (page: Page) => page.getByLabel('Code', { exact: true })

/** Creates a shipment draft whose codes are entered one by one, as a hardware scanner does. */
async function begin(page: Page, recipient: string, codes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add shipment' }).click()
  await page.getByRole('button', { name: 'Sensor started' }).click()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByRole('textbox', { name: 'Sensor ID' }).fill('04:a2:24:1b')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('tab', { name: 'Scan' }).click()
  for (const [index, one] of codes.entries()) {
    await code(page).fill(one)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByTestId('row')).toHaveCount(index + 1)
  }
  if (codes.length > 0) await expect(page.getByText('Draft saved on this device')).toBeVisible()
}

test('keeps a shipment draft together after a reload, and apart from other shipments [LO01 OF02]', async ({
  page,
  baseURL,
}) => {
  const [first, second, third] = (await inactiveCodes(baseURL!)).slice(10, 13) as [string, string, string]
  await signInAsMerchant(page, { at: '/logistic' })
  await begin(page, 'Broken Off', [first, second])
  await page.reload()
  await expect(resume(page)).toContainText('To Broken Off')
  await expect(resume(page)).toContainText('2 codes scanned, started')

  // If the user postpones the draft, it is offered again before another shipment is started.
  await page.keyboard.press('Escape')
  await expect(resume(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add shipment' }).click()
  await resume(page).getByRole('button', { name: 'Continue the shipment' }).click()
  await expect(page.getByTestId('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Recipient')).toHaveValue('Broken Off')
  await expect(page.getByTestId('tag')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Save shipment of 2 codes' }).click()
  await expect(rowOf(page, 'Broken Off').getByText('Synced', { exact: true })).toBeVisible()
  const { rows } = await createApi(logisticContract, await merchantSender(baseURL!)).list({ query: {} })
  const sent = { recipient: 'Broken Off', manufacturer_id: '04A2241B', quantity: 2 }
  expect(rows).toContainEqual(expect.objectContaining(sent))
  await page.reload()
  await expect(rowOf(page, 'Broken Off')).toBeVisible()
  await expect(resume(page)).toHaveCount(0)

  // A discarded draft leaves nothing for the next one.
  await begin(page, 'Given Up', [third])
  await page.reload()
  await resume(page).getByRole('button', { name: 'Discard the shipment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the shipment' }).click()
  await expect(resume(page)).toHaveCount(0)
  await begin(page, 'The Next', [])
  await expect(page.getByTestId('row')).toHaveCount(0)
})

test('delays an update that is accepted in another tab until the shipment draft is closed [LO01 OF01]', async ({
  browser,
  baseURL,
}) => {
  const deployments = await openDeployments(baseURL!)
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: deployments.url })
  const packing = await context.newPage()
  await signInAsMerchant(packing)
  await packing.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') {
      await new Promise((resolve) => active?.addEventListener('statechange', resolve))
    }
  })
  const [first, second] = (await inactiveCodes(baseURL!)).slice(16) as [string, string]
  await packing.goto('/logistic')
  await begin(packing, 'Unbroken', [first])

  const idle = await context.newPage()
  await idle.goto('/logistic')
  // A draft that is open in one tab is not offered in another.
  await idle.getByRole('button', { name: 'Add shipment' }).click()
  await expect(idle.getByText('A shipment is open in another tab.', { exact: false })).toBeVisible()
  deployments.deploy()
  await idle.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  const reloaded = idle.waitForEvent('load')
  await idle.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(packing.getByText('Assay was updated in another tab', { exact: false })).toBeVisible()
  await expect(packing.getByTestId('row')).toHaveCount(1)
  await code(packing).fill(second)
  await packing.getByRole('button', { name: 'Add', exact: true }).click()
  await packing.getByRole('button', { name: 'Save shipment of 2 codes' }).click()
  await expect(rowOf(packing, 'Unbroken').getByText('Synced', { exact: true })).toBeVisible()
  const last = packing.waitForEvent('load')
  await packing.getByRole('button', { name: 'Reload' }).click()
  await last
  await expect(rowOf(packing, 'Unbroken')).toBeVisible()
  await expect(resume(packing)).toHaveCount(0)
  await context.close()
  await deployments.close()
})
