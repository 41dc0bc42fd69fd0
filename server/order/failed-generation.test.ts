import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { chunkCodes } from './jobs.ts'
import { orderOf, productOf } from './order.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  // Jobs have no retries in this test.
  await world.database.query(`update pgboss.queue set retry_limit = 0 where name = 'order.generate'`)
  await world.work()
})
afterAll(() => world.close())

const settled = (read: () => Promise<object>, wanted: object) =>
  vi.waitFor(async () => expect(await read()).toMatchObject(wanted), 60_000)

test('marks an order as failed when retries are exhausted, notifies, and writes the rest on retry [CO03]', async () => {
  const quantity = chunkCodes + 3
  const owner = await world.approvedMerchant({ credit: quantity })
  const skuId = await productOf(world, owner)
  // The first chunk fits, the second does not.
  await world.database.query(`alter table code add constraint broken check (serial_no <= ${chunkCodes}) not valid`)
  const id = await orderOf(world, owner, skuId, quantity)
  const calls = world.api(orderContract, owner)
  const read = () => calls.read({ params: { id } })
  const reason = { state: 'failed', failure: 'internal', generated: chunkCodes, finishedAt: expect.any(String) }
  await settled(read, reason)
  await world.deliverEvents()
  const notifications = await world.api(notificationContract, owner).list({ query: {} })
  expect(notifications.rows.map(({ event }) => event)).toContain('orderFailed')
  // Codes exist, so the order stays and is paid.
  await expect(calls.remove({ params: { id } })).rejects.toMatchObject({ code: 'order.begun' })

  await world.database.query('alter table code drop constraint broken')
  const stranger = await world.approvedMerchant()
  await expect(world.api(orderContract, stranger).retry({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await calls.retry({ params: { id } })).toMatchObject({ failure: null, finishedAt: null })
  await settled(read, { state: 'done', failure: null, generated: quantity })
  expect(await calls.retry({ params: { id } })).toMatchObject({ state: 'done' })
  const { remainingCodes, usedCodes } = await world.api(billingContract, owner).balance({})
  expect({ remainingCodes, usedCodes }).toEqual({ remainingCodes: 0, usedCodes: quantity })
})

test('restores the credit when a failed order without codes is withdrawn [CO03]', async () => {
  const owner = await world.approvedMerchant({ credit: 5 })
  const skuId = await productOf(world, owner)
  await world.database.query('alter table code add constraint broken check (false) not valid')
  const id = await orderOf(world, owner, skuId, 5)
  const calls = world.api(orderContract, owner)
  await settled(() => calls.read({ params: { id } }), { state: 'failed', generated: 0 })
  await world.database.query('alter table code drop constraint broken')
  await calls.remove({ params: { id } })
  expect(await world.api(billingContract, owner).balance({})).toMatchObject({ remainingCodes: 5, usedCodes: 0 })
})
