import { randomUUID } from 'node:crypto'
import { uuidBytes } from '#server/core/db/uuid.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { orderContract } from '#shared/order/contract.ts'
import { codeKeyOf, codeUrl, printedOrigin } from './code.ts'
import { generateCodes } from './jobs.ts'

/** Creates a product under an approved trademark and returns its id. */
export async function productOf(world: TestApp, { merchantId }: Person, details: object = {}): Promise<string> {
  const { rows } = await world.database.query(
    `with mark as (insert into trademark
       (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
       values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', '{}') returning id)
     insert into sku (merchant_id, trademark_id, name, sku, details) select $1, id, 'Tea', $2, $3 from mark returning id`,
    [merchantId, randomUUID(), details],
  )
  return rows[0].id
}

/** Orders codes by a call; null for blank ones. They wait for a worker. */
export async function orderOf(world: TestApp, person: Person, skuId: string | null, quantity: number): Promise<string> {
  const { id } = await world.api(orderContract, person).create({ body: { skuId, quantity } })
  return id
}

/** Writes the codes of an order in this process, without a worker. */
export async function generate(world: TestApp, orderId: string): Promise<void> {
  const signal = new AbortController().signal
  const context = { services: world.services, signal, heartbeat: async () => {}, attempt: 'test' }
  await generateCodes.run({ orderId }, context)
}

/** The codes of an order as the print house receives them, by serial number. */
export async function printedCodes(world: TestApp, orderId: string): Promise<string[]> {
  const { codeKey, publicUrl } = world.services.config
  const key = codeKeyOf(codeKey)
  const { rows } = await world.database.query(
    `select c.address, o.gtin, o.host from code c join code_order o on o.id = c.order_id where o.id = $1 order by c.serial_no`,
    [orderId],
  )
  return rows.map(({ address, gtin, host }) => codeUrl(printedOrigin(publicUrl, host), key, uuidBytes(address), gtin))
}
