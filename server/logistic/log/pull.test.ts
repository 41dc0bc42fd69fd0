import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunningTagService } from '#scripts/sensors/start.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { openTagService } from '#server/core/tag-service/service.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { selectLogisticsForUpdate } from '#server/logistic/rows.ts'
import { tagServiceForTest } from '#server/logistic/test/tag-service.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { logisticLogContract } from '#shared/logistic/log-contract.ts'
import { makeLogsDue } from './due.ts'
import { pullDueLogs } from './pull.ts'

const interval = 600_000
const quick = { timeoutMs: 500, backoffMs: [1, 5] as const, circuitThreshold: 3, circuitOpenMs: 50 }
let world: TestApp
let service: RunningTagService
let restart: () => Promise<RunningTagService>
let owner: Person
let codes: string[]
let written = ''
/** The clock of the tags is ahead by this time (ms). */
let ahead = 0

beforeAll(async () => {
  const started = await tagServiceForTest({ now: () => Date.now() + ahead })
  ;({ service, restart } = started)
  const { sensorService } = started
  const logTarget = new Writable({
    write(chunk, _, next) {
      written += chunk
      next()
    },
  })
  world = await testApp({ config: { sensorService, logLevel: 'trace' }, logTarget })
  world.services.tags = openTagService({ sensorService }, quick)
  owner = await fieldMerchant(world, { credit: 60 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 60)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(async () => {
  service.fail('none')
  ahead = 0
  await world.database.query('update logistic_log set next_pull_at = null')
  // The circuit of an earlier test closes again.
  await new Promise((resolve) => setTimeout(resolve, 60))
  await world.services.tags.startedTags().catch(() => {})
})

let count = 0
const api = () => world.api(logisticLogContract, owner)
const now = () => Math.floor(Date.now() / 1000)
const readingsOf = async (id: string): Promise<{ at: Date; temp: number }[]> =>
  (await world.database.query('select at, temp from logistic_reading where logistic_id = $1 order by at', [id])).rows
const dueOf = async (id: string) =>
  (await world.database.query('select next_pull_at from logistic_log where logistic_id = $1', [id])).rows[0]
    .next_pull_at
const log = (id: string) => api().log({ params: { id }, query: {} })
const pull = async () => {
  await world.database.query('update logistic_log set next_pull_at = now() where next_pull_at is not null')
  await pullDueLogs(world.services)
}
const end = (id: string, ended = true) =>
  logistics(world, owner).update({
    params: { id },
    body: { identifier: 'S', recipient: 'Tea House', shipped_at: '2026-11-21T08:00:00Z', logging_ended: ended },
  })

/** A shipment with a tag that was started some readings ago. */
async function shipment(readings: number) {
  const tag = `TAG-T${count++}`
  service.startTag({ tidnfc: tag, startedAt: now() - (readings - 1) * 600 })
  const { id } = await ship(world, owner, codes.splice(0, 1), { manufacturer_id: tag })
  return { id, tag }
}

test('stores all readings of a tag since its start, then only the new ones [LO03]', async () => {
  const { id } = await shipment(300)
  await pull()
  const first = await readingsOf(id)
  expect(first).toHaveLength(300)
  ahead = 2 * interval
  await pull()
  const second = await readingsOf(id)
  expect(second).toHaveLength(302)
  expect(second.slice(0, 300)).toEqual(first)
  expect(await log(id)).toMatchObject({ total: 302, maxlimit: 8, unit: '°C', recipient: 'Tea House', failed: false })
})

test('completes the log with the last reading before its end, and stops reading the tag [LO03]', async () => {
  const { id } = await shipment(10)
  await pull()
  await end(id)
  await pull()
  expect(await readingsOf(id)).toHaveLength(10)
  expect(await log(id)).toMatchObject({ complete: false })
  ahead = 3 * interval
  await pull()
  expect(await readingsOf(id)).toHaveLength(10)
  expect(await log(id)).toMatchObject({ complete: true, loggingEndedAt: expect.any(String) })
  const calls = service.calls()
  await pull()
  expect(service.calls()).toBe(calls)
  // The end is undone: the readings since then are read.
  await end(id, false)
  await pull()
  expect(await readingsOf(id)).toHaveLength(13)
})

test('catches up with readings before the end when the service was away at the end [LO03]', async () => {
  const { id } = await shipment(5)
  service.fail('500')
  await expect(pull()).rejects.toMatchObject({ failure: 'unreachable' })
  await end(id)
  expect(await readingsOf(id)).toHaveLength(0)
  await expect(log(id)).rejects.toMatchObject({
    status: 503,
    code: 'logisticLog.unavailable',
    message: 'Error calling the temp data',
  })
  service.fail('none')
  ahead = interval
  await new Promise((resolve) => setTimeout(resolve, 60))
  await pull()
  expect(await readingsOf(id)).toHaveLength(5)
  expect(await log(id)).toMatchObject({ complete: true, failed: false })
})

test.each(['500', 'garbage', 'invalid', 'hang', '401', '403', '404'] as const)(
  'keeps the stored readings, reports that they are not current, and catches up after %s [LO03]',
  async (fault) => {
    const { id } = await shipment(4)
    await pull()
    service.fail(fault)
    ahead = interval
    await pull().catch((error) => expect(error).toMatchObject({ name: 'TagServiceError' }))
    expect(await log(id)).toMatchObject({ total: 4, failed: true })
    service.fail('none')
    await new Promise((resolve) => setTimeout(resolve, 60))
    await pull()
    expect(await log(id)).toMatchObject({ total: 5, failed: false })
  },
)

test('reads on with an expired token: 401, then 403, then data [LO03]', async () => {
  const { id } = await shipment(4)
  service.fail('401', 1)
  await pull()
  expect(await readingsOf(id)).toHaveLength(4)
  service.fail('403', 1)
  ahead = interval
  await pull()
  expect(await readingsOf(id)).toHaveLength(5)
})

test('reads the other tags when one is unknown [LO03]', async () => {
  const unknown = await ship(world, owner, codes.splice(0, 1), { manufacturer_id: 'NO-SUCH-TAG' })
  const { id } = await shipment(4)
  await pull()
  expect(await readingsOf(id)).toHaveLength(4)
  await expect(log(unknown.id)).rejects.toMatchObject({ status: 503 })
  expect((await dueOf(unknown.id)).getTime()).toBeGreaterThan(Date.now() + 30_000)
})

test('responds while the service is stopped, and continues when it runs again [LO03]', async () => {
  const { id } = await shipment(4)
  await service.close()
  await expect(pull()).rejects.toMatchObject({ failure: 'unreachable' })
  await expect(api().tags()).rejects.toMatchObject({ status: 503, message: 'Error calling the temp data' })
  expect((await world.app.inject('/health/ready')).json().reasons).not.toHaveProperty('sensors')
  service = await restart()
  await new Promise((resolve) => setTimeout(resolve, 60))
  await pull()
  expect(await readingsOf(id)).toHaveLength(4)
})

test('gives each of two shipments with the same tag its own readings [LO03]', async () => {
  const { id, tag } = await shipment(20)
  await pull()
  await end(id)
  const next = await ship(world, owner, codes.splice(0, 1), { manufacturer_id: tag })
  ahead = 2 * interval
  await pull()
  expect(await readingsOf(id)).toHaveLength(20)
  expect(await readingsOf(next.id)).toHaveLength(2)
})

test('replaces the readings when the tag is corrected [LO03]', async () => {
  const [{ id }, other] = [await shipment(8), await shipment(3)]
  await pull()
  const body = { identifier: 'S', recipient: 'Tea House', shipped_at: '2026-11-21T08:00:00Z' }
  await logistics(world, owner).update({ params: { id }, body: { ...body, manufacturer_id: other.tag } })
  await pull()
  expect(await readingsOf(id)).toEqual(await readingsOf(other.id))
})

test('stores each reading once when two workers pull at the same time [LO03]', async () => {
  const { id } = await shipment(500)
  await world.database.query('update logistic_log set next_pull_at = now() where logistic_id = $1', [id])
  await Promise.all([pullDueLogs(world.services), pullDueLogs(world.services), pullDueLogs(world.services)])
  expect(await readingsOf(id)).toHaveLength(500)
})

test('finds more shipments than one transaction holds [LO03]', async () => {
  const ids = []
  for (let i = 0; i < 10; i++) ids.push((await shipment(2)).id)
  await pull()
  for (const id of ids) expect(await readingsOf(id)).toHaveLength(2)
})

test('lists raw readings by page, the newest first [LO03]', async () => {
  const { id } = await shipment(30)
  await pull()
  const stored = await readingsOf(id)
  const page = await api().readings({ params: { id }, query: { page: 2, limit: 10 } })
  expect(page.total).toBe(30)
  expect(page.rows.map(({ createdAt }) => createdAt)).toEqual(
    stored
      .toReversed()
      .slice(10, 20)
      .map(({ at }) => at.toISOString()),
  )
  const startTime = stored[25]!.at.toISOString()
  expect((await api().log({ params: { id }, query: { startTime } })).total).toBe(5)
})

test('lists the started tags of the service [LO03]', async () => {
  const { tag } = await shipment(2)
  expect(await api().tags()).toContainEqual({ tidnfc: tag, startedAt: expect.any(String), status: 40 })
})

test('starts a tag once, and not while a shipment waits for its readings [LO03]', async () => {
  const start = (tidnfc: string) => api().startTag({ body: { tidnfc } })
  const started = await start('TAG-HELD')
  expect(started).toMatchObject({ tidnfc: 'TAG-HELD', status: 40 })
  ahead = interval
  expect(await start('TAG-HELD')).toEqual(started)
  const begun = now() - 10_000
  service.startTag({ tidnfc: 'TAG-STOPPED', startedAt: begun, stoppedAt: begun + 6_000 })
  const { id } = await ship(world, owner, codes.splice(0, 1), { manufacturer_id: 'TAG-STOPPED' })
  await expect(start('TAG-STOPPED')).rejects.toMatchObject({ status: 409, code: 'logisticLog.tagInUse' })
  await end(id)
  // A stopped tag gets no reading after the end; its log is complete an hour later.
  await world.database.query(`update logistic set logging_ended_at = now() - interval '61 minutes' where id = $1`, [id])
  await pull()
  expect(await readingsOf(id)).toHaveLength(11)
  expect(await start('TAG-STOPPED')).toMatchObject({ status: 40 })
  expect(await readingsOf(id)).toHaveLength(11)
})

test('reports that a tag cannot be started when the service is read-only or down [LO03]', async () => {
  service.fail('404')
  // The list of tags is not found, either.
  await expect(api().startTag({ body: { tidnfc: 'TAG-X' } })).rejects.toMatchObject({ status: 503 })
  service.fail('500')
  await expect(api().startTag({ body: { tidnfc: 'TAG-X' } })).rejects.toMatchObject({ status: 503 })
})

test('returns no log when a shipment has no tag [LO01]', async () => {
  const { id } = await ship(world, owner, codes.splice(0, 1))
  await expect(log(id)).rejects.toMatchObject({ status: 409, code: 'logistic.noLog' })
})

test('writes neither token nor secret into the log [LO03]', () => {
  expect(written).toContain('returned 404')
  expect(written).not.toMatch(/token=|a secret of the service/)
})

test('stores the readings of a shipment while a call changes it [LO03]', async () => {
  const { id } = await shipment(10)
  const [locked, pulled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = world.services.db.system(async (tx) => {
    await selectLogisticsForUpdate(tx, owner.merchantId!, [{ id }])
    locked.resolve()
    await pulled.promise
    await tx.execute(sql`update logistic set logging_ended_at = now() where id = ${id}`)
    await makeLogsDue(tx, owner.merchantId!, [id])
  })
  await locked.promise
  await pullDueLogs(world.services)
  pulled.resolve()
  await change
  expect(await readingsOf(id)).toHaveLength(10)
  expect(await dueOf(id)).not.toBeNull()
})
