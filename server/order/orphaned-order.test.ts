import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { failOrphanedOrders } from './jobs.ts'
import { generate, orderOf, productOf } from './order.fixture.ts'

let world: TestApp
// No worker runs: the jobs of new orders wait.
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const runOrphanedWorkCheck = () =>
  failOrphanedOrders.run(
    {},
    { services: world.services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: 'test' },
  )
const changeJob = (change: string, orderId: string) =>
  world.database.query(`${change} where name = 'order.generate' and data ->> 'orderId' = $1`, [orderId])

test('marks an order as failed when its job ended without an error, and writes its codes on retry [CO03]', async () => {
  const owner = await world.approvedMerchant({ credit: 30 })
  const skuId = await productOf(world, owner)
  const calls = world.api(orderContract, owner)
  const newOrder = () => orderOf(world, owner, skuId, 5)
  const [ended, removed, waiting, working, givingUp] = [
    await newOrder(),
    await newOrder(),
    await newOrder(),
    await newOrder(),
    await newOrder(),
  ]
  // Two orphans: the job of the first failed for good in a version without `gaveUp`, that of the second expired without a worker.
  await changeJob(`update pgboss.job set state = 'failed', output = '{"code":"53100","message":"disk full"}'`, ended)
  await changeJob('delete from pgboss.job', removed)
  await world.database.query(`update code_order set state = 'running' where id = any($1)`, [[ended, working]])
  await changeJob(`update pgboss.job set state = 'active'`, working)
  await changeJob(`update pgboss.job set name = 'order.generate.gave-up'`, givingUp)

  const state = async (id: string) => {
    const { state, failure } = await calls.read({ params: { id } })
    return [state, failure]
  }
  // An order that has just started is not marked as failed.
  await runOrphanedWorkCheck()
  expect(await state(removed)).toEqual(['queued', null])
  await world.database.query(`update code_order set created_at = created_at - interval '61 minutes'`)
  await runOrphanedWorkCheck()
  expect(await state(ended)).toEqual(['failed', 'noSpace'])
  expect(await state(removed)).toEqual(['failed', 'internal'])
  expect(await state(waiting)).toEqual(['queued', null])
  expect(await state(working)).toEqual(['running', null])
  expect(await state(givingUp)).toEqual(['queued', null])
  await world.deliverEvents()
  const notifications = await world.api(notificationContract, owner).list({ query: {} })
  expect(notifications.rows.map(({ event }) => event)).toEqual(['orderFailed', 'orderFailed'])

  await calls.retry({ params: { id: ended } })
  await runOrphanedWorkCheck()
  expect(await state(ended)).toEqual(['queued', null])
  await generate(world, ended)
  expect(await calls.read({ params: { id: ended } })).toMatchObject({ state: 'done', generated: 5 })
})
