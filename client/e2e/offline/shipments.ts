import { expect, type Page } from '@playwright/test'
import { createApi, type Send } from '#client/core/http/api.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { merchantSender } from './field-work.ts'

/** All shipments, because other tests create some too. */
export const shipmentListPath = '/logistic?limit=100'

/** Fewer codes have the orders that tests make themselves. */
const seededCodes = 20

/** Inactive codes of the newest finished order that was seeded for the merchant, as bare addresses. */
export async function inactiveCodes(baseURL: string): Promise<string[]> {
  const send = await merchantSender(baseURL)
  const orders = (await createApi(orderContract, send).list({ query: { state: 'done' } })).rows
  const { id } = orders.find(({ quantity, skuId }) => quantity >= seededCodes && skuId !== null)!
  const { rows } = await createApi(activationContract, send).codes({ query: { orderId: id, limit: 100 } })
  return rows.filter(({ state }) => state === 'Inactive').map(({ address }) => address)
}

/** A product with codes. Orders of blank codes have none. */
export async function seededProduct(send: Send): Promise<string> {
  const { rows } = await createApi(orderContract, send).list({ query: { state: 'done' } })
  return rows.find(({ skuId }) => skuId !== null)!.skuId!
}

export const csv = (codes: readonly string[]) => ({
  name: 'codes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Codes\n${codes.join('\n')}\n`),
})

/**
 * @param sensor the number on the temperature tag, typed as printed
 * @param minimum the lower limit in °C
 */
export async function addShipment(
  page: Page,
  recipient: string,
  codes: readonly string[],
  sensor?: string,
  minimum?: number,
): Promise<void> {
  await page.getByRole('button', { name: 'Add shipment' }).click()
  await page.getByRole('button', { name: 'Sensor started' }).click()
  await page.getByLabel('Recipient').fill(recipient)
  if (minimum !== undefined) await page.getByRole('spinbutton', { name: 'Lower limit (°C)' }).fill(String(minimum))
  if (sensor) {
    await page.getByRole('textbox', { name: 'Sensor ID' }).fill(sensor)
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect(page.getByTestId('tag')).toBeVisible()
  } else await page.getByText('No sensor in this shipment').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('input[type=file]').setInputFiles(csv(codes))
  await page.getByRole('button', { name: /^Save shipment/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export const rowOf = (page: Page, recipient: string) => page.getByRole('row').filter({ hasText: recipient })
