import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import { notificationContract } from '#shared/notification/contract.ts'
import { failOrphanedBatches } from './jobs.ts'
import { failOrphanedRuns } from './run-job.ts'

let world: TestApp
/** No worker runs here: the jobs of new activations wait. */
let idle: TestApp
beforeAll(async () => {
  ;[world, idle] = await Promise.all([testApp(), testApp()])
  // Jobs have no retries in this test, and every activation fails while the constraint is there.
  await world.database.query(
    `update pgboss.queue set retry_limit = 0 where name in ('activation.batch', 'activation.run')`,
  )
  await world.work()
})
afterAll(() => Promise.all([world.close(), idle.close()]))

const breakPayloads = () => world.database.query('alter table payload add constraint broken check (false) not valid')
const restorePayloadTable = () => world.database.query('alter table payload drop constraint broken')
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
  await world.deliverEvents()
  const { rows } = await world.api(notificationContract, owner).list({ query: {} })
  return rows.map(({ event }) => event).filter((event) => event.startsWith('activation'))
}

test('fails a batch, deactivates its codes and notifies when the retries are exhausted [CO06 CO07]', async () => {
  const { owner, orderId, codes, calls } = await ordered()
  await breakPayloads()
  const { id } = await calls.activate({ body: { addressList: codes } })
  const batch = () => calls.batch({ params: { id } })
  await settled(batch, { status: 'Failed', failure: 'internal', finishedAt: expect.any(String) })
  const listed = await calls.codes({ query: { orderId } })
  expect(new Set(listed.rows.map(({ state }) => state))).toEqual(new Set(['Inactive']))
  expect(await events(owner)).toEqual(['activationFailed'])

  await restorePayloadTable()
  const stranger = await world.approvedMerchant()
  await expect(world.api(activationContract, stranger).retry({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await calls.retry({ params: { id } })).toMatchObject({ status: 'Activating', failure: null, finishedAt: null })
  await settled(batch, { status: 'Activated', failure: null })
  // The call is idempotent.
  expect(await calls.retry({ params: { id } })).toMatchObject({ status: 'Activated' })
  const active = await calls.codes({ query: { orderId } })
  expect(new Set(active.rows.map(({ state }) => state))).toEqual(new Set(['Active']))
})

test('rejects a retry of a failed batch when some of its codes are in another list [CO06]', async () => {
  const { codes, calls } = await ordered()
  await breakPayloads()
  const { id } = await calls.activate({ body: { addressList: codes } })
  await settled(() => calls.batch({ params: { id } }), { status: 'Failed' })
  await restorePayloadTable()
  await calls.activate({ body: { addressList: codes.slice(0, 3) } })
  await expect(calls.retry({ params: { id } })).rejects.toMatchObject({
    code: 'activation.taken',
    details: { count: 3 },
  })
  expect(await calls.batch({ params: { id } })).toMatchObject({ status: 'Failed' })
})

test('notifies once when the activation of an order fails, and activates the rest with the next one [CO06]', async () => {
  const { owner, orderId } = await ordered()
  const runs = world.api(activationRunContract, owner)
  await breakPayloads()
  await runs.start({ body: { orderId }, idempotencyKey: crypto.randomUUID() })
  const run = async () => (await runs.latest({ query: { orderId } })).run
  await settled(run, { state: 'failed', failure: 'internal', activated: 0, done: 0 })
  expect(await events(owner)).toEqual(['activationFailed'])
  await restorePayloadTable()
  await runs.start({ body: { orderId }, idempotencyKey: crypto.randomUUID() })
  await settled(run, { state: 'done', failure: null, activated: 4 })
})

async function runOrphanedWorkCheck() {
  const { signal } = new AbortController()
  for (const table of ['activation_batch', 'activation_run'])
    await idle.database.query(`update ${table} set created_at = created_at - interval '61 minutes'`)
  const context = { services: idle.services, signal, heartbeat: async () => {}, attempt: 'test' }
  for (const job of [failOrphanedBatches, failOrphanedRuns]) await job.run({}, context)
}
const removeJob = (name: string, id: string) =>
  idle.database.query('delete from pgboss.job where name = $1 and data::text like $2', [name, `%${id}%`])

/** A batch with two of four codes, whose job waits. */
async function batchOf() {
  const owner = await idle.approvedMerchant({ credit: 4 })
  const orderId = await orderOf(idle, owner, await productOf(idle, owner), 4)
  await generate(idle, orderId)
  const [calls, runs] = [idle.api(activationContract, owner), idle.api(activationRunContract, owner)]
  const codes = await printedCodes(idle, orderId)
  const { id } = await calls.activate({ body: { addressList: codes.slice(0, 2) } })
  return {
    id,
    calls,
    orderId,
    read: () => calls.batch({ params: { id } }),
    readRun: async () => (await runs.latest({ query: { orderId } })).run,
    /** A run whose batch is this one, so that the batch has no job of its own. */
    async startRun() {
      const run = await runs.start({ body: { orderId }, idempotencyKey: crypto.randomUUID() })
      await idle.database.query(`update activation_run set state = 'running', next = 3, batch_id = $2 where id = $1`, [
        run.id,
        id,
      ])
      await removeJob('activation.batch', id)
      return run.id
    },
  }
}

test('marks a batch as failed and allows a retry when its job is missing [CO06 CO07]', async () => {
  const [lost, waiting] = [await batchOf(), await batchOf()]
  await removeJob('activation.batch', lost.id)
  await runOrphanedWorkCheck()
  expect(await lost.read()).toMatchObject({ status: 'Failed', failure: 'internal' })
  expect(await waiting.read()).toMatchObject({ status: 'Activating', failure: null })
  const { rows } = await lost.calls.codes({ query: { orderId: lost.orderId } })
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['Inactive']))
  await lost.calls.retry({ params: { id: lost.id } })
  await runOrphanedWorkCheck()
  expect(await lost.read()).toMatchObject({ status: 'Activating', failure: null })
})

test('marks a run and its batch as failed when their job is missing, but not while it is queued [CO06]', async () => {
  const [lost, waiting] = [await batchOf(), await batchOf()]
  await removeJob('activation.run', await lost.startRun())
  await waiting.startRun()
  await runOrphanedWorkCheck()
  expect(await lost.readRun()).toMatchObject({ state: 'failed', failure: 'internal' })
  expect(await lost.read()).toMatchObject({ status: 'Failed', failure: 'internal' })
  expect(await waiting.readRun()).toMatchObject({ state: 'running', failure: null })
  expect(await waiting.read()).toMatchObject({ status: 'Activating', failure: null })
})
