import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

/** A finished order of 40 codes. */
async function ordered(person?: Person) {
  const owner = person ?? (await world.approvedMerchant({ credit: 1000 }))
  const skuId = await productOf(world, owner)
  const orders = world.api(orderContract, owner)
  const order = await orders.create({ body: { skuId, quantity: 40 } })
  await vi.waitFor(async () => expect((await orders.read({ params: { id: order.id } })).state).toBe('done'), 30_000)
  return { owner, orderId: order.id, runs: world.api(activationRunContract, owner), orders }
}
const finished = (runs: Awaited<ReturnType<typeof ordered>>['runs'], orderId: string) =>
  vi.waitFor(async () => {
    const { run } = await runs.latest({ query: { orderId } })
    expect(run?.state).toBe('done')
    return run!
  }, 30_000)

test('activates a range of serial numbers, then the rest of the order in one press [CO06]', async () => {
  const { owner, orderId, runs, orders } = await ordered()
  const started = await runs.start({ body: { orderId, first: 11, last: 20 } })
  expect(started).toMatchObject({ first: 11, last: 20, total: 10 })
  expect(await finished(runs, orderId)).toMatchObject({ done: 10, activated: 10 })
  const { rows } = await world.api(activationContract, owner).codes({ query: { orderId, limit: 40 } })
  const active = rows.filter(({ state }) => state === 'Active').map(({ serial_no }) => serial_no)
  expect(active).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  await runs.start({ body: { orderId } })
  // The ten that were active stay as they are.
  await vi.waitFor(
    async () => expect(await finished(runs, orderId)).toMatchObject({ total: 40, activated: 30 }),
    30_000,
  )
  expect(await orders.read({ params: { id: orderId } })).toMatchObject({ activated: 40 })
  await expect(runs.start({ body: { orderId } })).rejects.toMatchObject({ code: 'activationRun.nothing' })
  await world.deliverEvents()
  const { rows: notifications } = await world.api(notificationContract, owner).list({ query: {} })
  expect(notifications.filter(({ event }) => event === 'activationFinished')).toHaveLength(2)
})

test('rejects serial numbers that an order does not have, and the order of another merchant [CO06]', async () => {
  const { orderId, runs } = await ordered()
  await expect(runs.start({ body: { orderId, last: 41 } })).rejects.toMatchObject({ code: 'activationRun.beyond' })
  await expect(runs.start({ body: { orderId, first: 5, last: 4 } })).rejects.toMatchObject({ status: 400 })
  const stranger = world.api(activationRunContract, await world.approvedMerchant())
  await expect(stranger.start({ body: { orderId } })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.latest({ query: { orderId } })).rejects.toMatchObject({ status: 404 })
})

test('activates each code once when a job is restarted [CO06]', async () => {
  const { orderId, runs, orders } = await ordered()
  const { id } = await runs.start({ body: { orderId } })
  await finished(runs, orderId)
  await world.database.query(
    `update pgboss.job set state = 'created', completed_on = null, start_after = now()
     where name = 'activation.run' and data ->> 'runId' = $1`,
    [id],
  )
  await vi.waitFor(async () => {
    const { rows } = await world.database.query(`select state from pgboss.job where data ->> 'runId' = $1`, [id])
    expect(rows[0].state).toBe('completed')
  }, 30_000)
  expect(await orders.read({ params: { id: orderId } })).toMatchObject({ activated: 40 })
})
