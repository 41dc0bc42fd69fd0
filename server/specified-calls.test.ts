import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#client/core/http/api.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { type Person, type TestApp, testApp } from './core/test/harness.ts'
import { createMerchantData } from './core/test/merchant-data.ts'
import { promisedAccounts } from './core/test/specified-calls/accounts.ts'
import type { PromisedCalls, PromisedScene } from './core/test/specified-calls/entry.ts'
import { promisedField } from './core/test/specified-calls/field.ts'
import { promisedProducts } from './core/test/specified-calls/products.ts'
import { promisedRegistration } from './core/test/specified-calls/registration.ts'

/**
 * All calls that clients were promised, with the fields that they were promised and no others: without idempotency keys,
 * revisions or parts that the product added later. docs/decisions/2026-11-24-promised-calls.md names the differences.
 */
const promised: PromisedCalls = {
  ...promisedRegistration,
  ...promisedProducts,
  ...promisedField,
  ...promisedAccounts,
}

let world: TestApp
let admin: Person
let reader: PromisedScene
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
  reader = await newScene()
})
afterAll(() => world.close())

async function newScene(): Promise<PromisedScene> {
  const owner = await world.approvedMerchant({ credit: 100 })
  return { world, owner, own: await createMerchantData(world, owner) }
}

test.each(Object.keys(promised))('%s accepts the promised fields alone [CO10]', async (name) => {
  const { as, send, answer = [] } = promised[name]!
  const scene = name.startsWith('GET') && as !== 'shopper' ? reader : await newScene()
  const [method, path] = name.split(' ') as [Route['method'], string]
  const { body, form, ...address } = (await send?.(scene)) ?? {}
  const caller = as === 'shopper' ? undefined : as === 'admin' ? admin : scene.owner
  const response = await world.app.inject({
    method,
    url: urlOf({ path } as Route, address),
    headers: { ...form?.headers, ...(caller && { authorization: `Bearer ${caller.token}` }) },
    ...(form ? { payload: form.payload } : body !== undefined && { payload: body as object }),
  })
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  const fields = answer.length > 0 ? Object.keys(response.json()) : []
  expect(answer.filter((field) => !fields.includes(field))).toEqual([])
})
