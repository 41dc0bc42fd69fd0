import { gunzipSync } from 'node:zlib'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { databaseName } from '#client/core/offline/database/database-name.ts'
import { type EnqueueInput, enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { exportUnsent, importUnsent } from '#client/core/offline/outbox/export-import.ts'
import { createSyncLoop } from '#client/core/offline/sync/sync-loop.ts'
import { encodeBody, type Transport } from '#client/core/offline/sync/transport.ts'
import { enqueueShipment, resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { logistics } from './logistic.fixture.ts'

const count = limits.logisticCodes
let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world, { credit: count })
  const orderId = await orderOf(world, person, await productOf(world, person), count)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
}, 240_000)
afterAll(() => world.close())

type Sent = { method: string; path: string; bytes: number; plainBytes: number }

/** A device with the real sync loop. `loses` says whether the response to the last request is lost. */
function deviceOf({ id, merchantId, token }: Person, loses: (sent: readonly Sent[]) => boolean = () => false) {
  const owner = { userId: id, merchantId: merchantId! }
  const db = new OfflineDatabase(databaseName(owner), { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = { now: () => Date.now() }
  const sent: Sent[] = []
  const failures: string[] = []
  let monotonic = 0
  const transport: Transport = async ({ method, url, body }) => {
    const { bytes, headers } = await encodeBody(body)
    const answer = await world.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(bytes && { payload: Buffer.from(bytes) }),
    })
    const isPacked = 'content-encoding' in headers
    const size = bytes?.length ?? 0
    const plainBytes = isPacked ? gunzipSync(bytes!).length : size
    const { statusCode: status } = answer
    if (status >= 500) failures.push(answer.body)
    sent.push({ method, path: url.split('?')[0]!, bytes: size, plainBytes })
    if (loses(sent)) throw new TypeError('Failed to fetch')
    return { status, body: answer.json() }
  }
  const env = { transport, locks: undefined, ...clock, monotonic: () => monotonic, random: () => 1 }
  const loop = createSyncLoop(db, env)
  return {
    db,
    owner,
    sent,
    failures,
    enqueue: (input: EnqueueInput) => enqueue(db, owner, clock, input),
    run() {
      monotonic += 600_000
      return loop.run()
    },
  }
}

const head = { recipient: 'Tea House', manufacturer_id: null, note: '' }

test('sends 100,000 codes once when responses are lost, also from an exported file [OF02 OF03 LO02]', {
  timeout: 240_000,
}, async () => {
  // The second chunk, and the result of the shipment.
  const device = deviceOf(person, (sent) => {
    const { method, path } = sent.at(-1)!
    const isSecond = sent.filter((one) => one.method === method && one.path === path).length === 2
    return method !== 'GET' && isSecond
  })
  const { recordId, opId } = await enqueueShipment(device, { ...head, addresses: codes })
  const small = await device.enqueue({
    entity: 'logistic',
    kind: 'create',
    payloadV: 1,
    set: { ...head, addresses: [] },
  })
  const file = await exportUnsent(device.db, device.owner)
  expect(await device.run()).toMatchObject({ stop: { reason: 'unreachable' } })
  expect(device.failures).toEqual([])
  // The other operation was decided first.
  expect(await device.db.outbox.toArray()).toMatchObject([
    { opId, state: 'held' },
    { opId: small.opId, state: 'attention' },
  ])
  expect(await device.run()).toMatchObject({ stop: { reason: 'unreachable' } })
  expect(device.failures).toEqual([])
  expect(await logistics(world, person).read({ params: { id: recordId } })).toMatchObject({ quantity: count })
  await device.run()
  expect(await device.db.outbox.toArray()).toMatchObject([{ opId: small.opId }])
  const chunks = device.sent.filter(({ method }) => method === 'PUT')
  const sum = (field: 'bytes' | 'plainBytes') => chunks.reduce((all, chunk) => all + chunk[field], 0)
  // Every chunk was sent once, and compressed.
  expect(chunks).toHaveLength(Math.ceil(sum('plainBytes') / syncLimits.chunkBytes))
  expect(sum('bytes')).toBeLessThan(sum('plainBytes') / 2)
  expect(new Set(chunks.map(({ path }) => path)).size).toBe(1)
  const { rowCount } = await world.database.query('select from sync_blob where merchant_id = $1', [person.merchantId])
  expect(rowCount).toBe(0)

  const other = deviceOf(person)
  expect(await importUnsent(other.db, other.owner, file)).toBe(2)
  await other.run()
  expect(other.sent.filter(({ method }) => method === 'PUT')).toEqual([])
  expect((await other.db.outbox.toArray()).map(({ opId }) => opId)).toEqual([small.opId])
  expect(await other.db.records.get(['logistic', recordId])).toMatchObject({ data: { quantity: count } })
})

test('names the bad rows of a large shipment, and sends it without them [OF03 LO02]', {
  timeout: 240_000,
}, async () => {
  const other = await fieldMerchant(world)
  const device = deviceOf(other)
  const bad = codes.slice(0, 20_000)
  const { recordId } = await enqueueShipment(device, { ...head, addresses: bad })
  await device.run()
  const [row] = await device.db.outbox.toArray()
  expect(row).toMatchObject({ state: 'attention', rejection: { code: 'logistic.badRows', details: { count: 20_000 } } })
  await resubmitCodes(device, { id: recordId }, bad.slice(0, 10_000))
  await device.run()
  const [again] = await device.db.outbox.toArray()
  expect(again).toMatchObject({ supersedes: row!.opId, rejection: { details: { count: 10_000 } } })
})
