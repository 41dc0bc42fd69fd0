import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import { notificationContract } from '#shared/notification/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  // Jobs give up at their first failure, and every activation fails while the constraint is there.
  await world.database.query(
    `update pgboss.queue set retry_limit = 0 where name in ('activation.batch', 'activation.run')`,
  )
  await world.work()
})
afterAll(() => world.close())

const breakPayloads = () => world.database.query('alter table payload add constraint broken check (false) not valid')
const mendPayloads = () => world.database.query('alter table payload drop constraint broken')
const settled = <T>(read: () => Promise<T>, wanted: object) =>
  vi.waitFor(async () => expect(await read()).toMatchObject(wanted), 30_000)

/** Four codes of a finished order. */
async function ordered() {
  const owner = await world.approvedMerchant({ credit: 100 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 4)
  await generate(world, orderId)
  return { owner, orderId, codes: await printedCodes(world, orderId), calls: world.api(activationContract, owner) }
}
const events = async (owner: Person) => {
  const { rows } = await world.api(notificationContract, owner).list({ query: {} })
  return rows.map(({ event }) => event).filter((event) => event.startsWith('activation'))
}

test('CO06 CO07 a batch whose job gives up has failed: its codes are inactive, its merchant is told and can try again', async () => {
  const { owner, orderId, codes, calls } = await ordered()
  await breakPayloads()
  const { id } = await calls.activate({ body: { addressList: codes } })
  const batch = () => calls.batch({ params: { id } })
  await settled(batch, { status: 'Failed', failure: 'internal', finishedAt: expect.any(String) })
  const listed = await calls.codes({ query: { orderId } })
  expect(new Set(listed.rows.map(({ state }) => state))).toEqual(new Set(['Inactive']))
  expect(await events(owner)).toEqual(['activationFailed'])

  await mendPayloads()
  const stranger = await world.approvedMerchant()
  await expect(world.api(activationContract, stranger).retry({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await calls.retry({ params: { id } })).toMatchObject({ status: 'Activating', failure: null, finishedAt: null })
  await settled(batch, { status: 'Activated', failure: null })
  // A repeated call changes nothing.
  expect(await calls.retry({ params: { id } })).toMatchObject({ status: 'Activated' })
  const active = await calls.codes({ query: { orderId } })
  expect(new Set(active.rows.map(({ state }) => state))).toEqual(new Set(['Active']))
})

test('CO06 a failed batch is not started again when some of its codes are in another list', async () => {
  const { codes, calls } = await ordered()
  await breakPayloads()
  const { id } = await calls.activate({ body: { addressList: codes } })
  await settled(() => calls.batch({ params: { id } }), { status: 'Failed' })
  await mendPayloads()
  await calls.activate({ body: { addressList: codes.slice(0, 3) } })
  await expect(calls.retry({ params: { id } })).rejects.toMatchObject({
    code: 'activation.taken',
    details: { count: 3 },
  })
  expect(await calls.batch({ params: { id } })).toMatchObject({ status: 'Failed' })
})

test('CO06 an order whose activation gives up tells it once, and the next activation takes the rest', async () => {
  const { owner, orderId } = await ordered()
  const runs = world.api(activationRunContract, owner)
  await breakPayloads()
  await runs.start({ body: { orderId }, idempotencyKey: crypto.randomUUID() })
  const run = async () => (await runs.latest({ query: { orderId } })).run
  await settled(run, { state: 'failed', failure: 'internal', activated: 0, done: 0 })
  expect(await events(owner)).toEqual(['activationFailed'])
  await mendPayloads()
  await runs.start({ body: { orderId }, idempotencyKey: crypto.randomUUID() })
  await settled(run, { state: 'done', failure: null, activated: 4 })
})
