import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { databaseName } from '#client/core/offline/database/database-name.ts'
import { type EnqueueInput, enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { exportUnsent, importUnsent } from '#client/core/offline/outbox/export-import.ts'
import { createSyncLoop } from '#client/core/offline/sync/sync-loop.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createThings, thingDomains } from '#server/sync/thing.fixture.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './retention.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ domains: thingDomains })
  await createThings(world)
})
afterAll(() => world.close())

/** The engine of the client on a phone. While `answers` is false, requests arrive and their responses are lost. */
function phone(person: Person) {
  const owner = { userId: person.id, merchantId: person.merchantId! }
  const db = new OfflineDatabase(databaseName(owner), { indexedDB: new IDBFactory(), IDBKeyRange })
  const network = { answers: true }
  const clock = { now: Date.now, monotonic: () => performance.now(), random: Math.random }
  const { run } = createSyncLoop(db, {
    ...clock,
    locks: undefined,
    async transport({ method, url, body }) {
      const headers = { authorization: `Bearer ${person.token}` }
      const answer = await world.app.inject({ method, url, headers, ...(body && { payload: body as object }) })
      if (!network.answers && method === 'POST') throw new Error('the response was lost')
      return { status: answer.statusCode, body: answer.json() }
    },
  })
  return {
    db,
    owner,
    network,
    sync: () => run({ now: true }),
    save: (input: Pick<EnqueueInput, 'kind' | 'recordId' | 'set' | 'deps'>) =>
      enqueue(db, owner, clock, { entity: 'thing', payloadV: 2, ...input }),
    record: async (id: string) => (await db.records.get(['thing', id]))?.data,
    waiting: async () => (await db.outbox.toArray()).map(({ opId, state }) => ({ opId, state })),
  }
}

async function twoYearsLater({ merchantId }: Person): Promise<void> {
  for (const [table, column] of [
    ['sync_op', 'created_at'],
    ['sync_change', 'at'],
    ['sync_device', 'last_seen'],
  ]) {
    await world.database.query(
      `update ${table} set ${column} = ${column} - interval '2 years' where merchant_id = $1`,
      [merchantId],
    )
  }
  const before = new Date(Date.now() - 400 * 86_400_000)
  for (const rule of [syncLedgerRetentionRule, syncChangeRetentionRule])
    await rule.remove!(world.services, before, new Map())
}

const effectsOf = async ({ merchantId }: Person): Promise<string[]> =>
  (
    await world.database.query('select op_id from thing_effect where merchant_id = $1 order by place', [merchantId])
  ).rows.map((row) => row.op_id)

test('sends the work of a device once when it returns after two years, and pulls the other records [OF03]', async () => {
  const person = await world.confirmedMerchant()
  const [mine, other] = [phone(person), phone(person)]
  const acknowledged = await mine.save({ kind: 'create', set: { name: 'a' } })
  const removed = await mine.save({ kind: 'create', set: { name: 'removed' } })
  const rejected = await mine.save({ kind: 'create', set: { name: 'x', bad: true } })
  await mine.sync()
  await other.sync()

  // The server has these, but the phone has no acknowledgement.
  mine.network.answers = false
  const edited = await mine.save({ kind: 'update', recordId: acknowledged.recordId, set: { name: 'b' } })
  const unanswered = await mine.save({ kind: 'create', set: { name: 'c' }, deps: [acknowledged.opId] })
  await mine.sync()
  expect(await effectsOf(person)).toContain(unanswered.opId)
  // These were never sent.
  const later = await mine.save({ kind: 'update', recordId: acknowledged.recordId, set: { name: 'd' } })
  const unsent = await mine.save({ kind: 'create', set: { name: 'e' }, deps: [unanswered.opId] })
  const file = await exportUnsent(mine.db, mine.owner)
  const deleting = await other.save({ kind: 'remove', recordId: removed.recordId })
  await other.sync()

  await twoYearsLater(person)
  expect(
    (await world.database.query('select status from sync_op where merchant_id = $1', [person.merchantId])).rows,
  ).toEqual([{ status: 'rejected' }])

  mine.network.answers = true
  await mine.sync()
  await mine.sync()
  expect(await mine.waiting()).toEqual([{ opId: rejected.opId, state: 'attention' }])
  expect(await effectsOf(person)).toEqual(
    [acknowledged, removed, edited, unanswered, deleting, later, unsent].map(({ opId }) => opId),
  )
  expect(await mine.record(acknowledged.recordId)).toEqual({ name: 'd' })
  expect(await mine.record(removed.recordId)).toBeUndefined()

  const correction = await mine.save({ kind: 'update', recordId: rejected.recordId, set: { bad: undefined } })
  await mine.sync()
  expect(await mine.waiting()).toEqual([])
  expect((await effectsOf(person)).at(-1)).toBe(correction.opId)

  // Two more years later, the file is opened on another device.
  await twoYearsLater(person)
  const before = await effectsOf(person)
  const third = phone(person)
  await third.sync()
  expect(await importUnsent(third.db, third.owner, file)).toBeGreaterThan(3)
  await third.sync()
  await third.sync()
  expect(await effectsOf(person)).toEqual(before)
  // The file has the rejected operation too: it waits for a person, as it did when it was exported.
  expect(await third.waiting()).toEqual([{ opId: rejected.opId, state: 'attention' }])
  for (const id of [acknowledged.recordId, unsent.recordId])
    expect(await third.record(id)).toEqual(await mine.record(id))
})
