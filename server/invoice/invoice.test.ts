import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { billingContract } from '#shared/billing/contract.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const invoice = (person: Person, id: string) =>
  world.app.inject({ url: `/api/billing/invoice/${id}`, headers: { authorization: `Bearer ${person.token}` } })

test("downloads only the invoices of the merchant's own purchases [BI02]", async () => {
  const person = await world.approvedMerchant()
  const bought = await world.api(billingContract, admin).addPlan({
    body: { title: 'Gold', codes: 9, description: 'Gold', price: 12.5, validity: 1, validity_unit: 'year' },
  })
  const entry = await world
    .api(billingContract, admin)
    .grant({ body: { merchant: person.merchantId!, plan: bought.id } })
  const { statusCode, headers, rawPayload } = await invoice(person, entry.id)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await invoice(await world.approvedMerchant(), entry.id)).statusCode).toBe(404)
})
