import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { verdictContract } from '#shared/verdict/contract.ts'

let world: TestApp
let person: Person
let skuId: string
/** The number of codes of each order; three orders are more than 2^32. */
const quantity = 2_000_000_000
const orders = 3

beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant()
  const { rows } = await world.database.query(
    `with mark as (insert into trademark
       (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
       values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', '{}') returning id)
     insert into sku (merchant_id, trademark_id, name, sku, details) select $1, id, 'Tea', 'T-1', '{}' from mark returning id`,
    [person.merchantId],
  )
  skuId = rows[0].id
  for (let n = 0; n < orders; n++) {
    await world.database.query(
      `insert into code_order (merchant_id, order_id, sku_id, quantity, prefix, state, generated, activated)
       values ($1, $2, $3, $4, $5, 'done', $4, $4)`,
      [person.merchantId, randomUUID(), skuId, quantity, randomBytes(5)],
    )
  }
})
afterAll(() => world?.close())

test('counts more codes of a merchant than a 32-bit number holds', async () => {
  const total = orders * quantity
  expect(await world.api(orderContract, person).total()).toEqual({ total })
  expect(await world.api(activationContract, person).totalActivated()).toEqual({ total })
  const months = await world.api(insightsContract, person).trend({ query: {} })
  expect(months.at(-1)).toMatchObject({ generated: total })
  const codes = await world.api(activationContract, person).codes({ query: { skuId } })
  expect(codes.total).toBe(total)
  const subject = await world.api(verdictContract, person).recallSubject({ query: { scope: 'sku', target: skuId } })
  expect(subject.units).toBe(total)
})
