import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#server/core/auth/actor.ts'
import { brokenInvariants } from '#server/core/test/database/invariants.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { emptyProgress } from '#server/sync/entity.ts'
import { baseVersions } from '#server/sync/push/base-version.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { createThings, thingDomains } from '#server/sync/thing.fixture.ts'
import { syncContract } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './retention.ts'

type SentOperation = Operation & { hash: string }
let world: TestApp
let person: Person
let device: ReturnType<typeof syncingDevice>
beforeAll(async () => {
  world = await testApp({ domains: thingDomains })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
  device = syncingDevice(world, person, 'thing')
})

const query = async (text: string) => (await world.database.query(text, [person.merchantId])).rows
const ledger = async () => (await query('select op_id from sync_op where merchant_id = $1')).map((row) => row.op_id)
const effects = async () =>
  (await query('select op_id from thing_effect where merchant_id = $1 order by place')).map((row) => row.op_id)
const stored = async (id: string) =>
  (await query(`select ver, fields from thing where merchant_id = $1 and id = '${id}'`))[0]

/** Two years pass for this merchant. */
async function twoYearsLater(): Promise<void> {
  const age = (table: string, column: string) =>
    query(`update ${table} set ${column} = ${column} - interval '2 years' where merchant_id = $1`)
  await age('sync_op', 'created_at')
  await age('sync_change', 'at')
  await age('sync_device', 'last_seen')
}

async function deleteOld(kind = syncLedgerRetentionRule): Promise<number> {
  const { removed, hasMore } = await kind.remove!(world.services, new Date(Date.now() - 400 * 86_400_000), new Map())
  expect(hasMore).toBe(false)
  return removed
}

const made = (set: Record<string, unknown> = { a: 1 }) => device.op({ kind: 'create', set })
const edit = ({ recordId, opId }: SentOperation, rest: Partial<Operation>) =>
  device.op({ kind: 'update', recordId, deps: [opId], baseVer: 1, ...rest })

describe('old ledger entries [OF03]', () => {
  test('returns the version of an operation that arrives again two years later, and applies it once', async () => {
    const [first, second, recent] = [await made(), await made({ a: 2 }), await made({ a: 3 })]
    const change = await edit(second, { patch: { a: { from: 2, to: 4 } } })
    await device.send(first, second, change)
    await twoYearsLater()
    await device.send(recent)
    await deleteOld()
    expect(await ledger()).toEqual([recent.opId])
    expect(await device.send(change, first, second, recent)).toMatchObject([
      { opId: change.opId, status: 'duplicate', ver: 2 },
      { opId: first.opId, status: 'duplicate', ver: 1 },
      { opId: second.opId, status: 'duplicate', ver: 1 },
      { opId: recent.opId, status: 'duplicate', ver: 1 },
    ])
    expect(await effects()).toEqual([first, second, change, recent].map(({ opId }) => opId))
  })

  test('keeps rejections, conflicts and operations that supersede each other', async () => {
    const bad = await made({ bad: true })
    const replaced = await made({ bad: true })
    const correction = await device.op({ kind: 'create', recordId: replaced.recordId, supersedes: replaced.opId })
    const one = await made({ name: 'a' })
    const conflict = await edit(one, { patch: { name: { from: 'x', to: 'b' } } })
    const superseded = await made({ name: 'b' })
    const later = await device.op({ kind: 'create', recordId: superseded.recordId, supersedes: superseded.opId })
    await device.send(bad, replaced, one, superseded)
    await device.send(correction, conflict, later)
    const before = await device.send(bad, replaced, conflict, correction, later)
    await twoYearsLater()
    expect(await deleteOld()).toBe(1)
    expect((await ledger()).toSorted()).toEqual(
      [bad, replaced, correction, conflict, superseded, later].map(({ opId }) => opId).toSorted(),
    )
    expect(await device.send(bad, replaced, conflict, correction, later)).toEqual(before)
    expect(before[2]).toMatchObject({ details: { clashes: { name: { offered: 'b' } } } })
  })

  test('applies unsent operations that depend on old ones, and knows which version their author had seen', async () => {
    const one = await made({ a: 1 })
    const change = await edit(one, { patch: { a: { from: 1, to: 2 } } })
    await device.send(one, change)
    await twoYearsLater()
    expect(await deleteOld()).toBe(3)
    const elsewhere = await device.op({ kind: 'create', deps: [one.opId] })
    const removal = await device.op({ kind: 'remove', recordId: one.recordId, baseVer: 1, deps: [change.opId] })
    const other = await device.op({ kind: 'remove', baseVer: 1, deps: [change.opId] })
    const actor = { id: person.id } as Actor
    const merchantId = person.merchantId!
    const seen = await world.services.db.tenant(merchantId, (tx) =>
      baseVersions({ tx, merchantId, actor, progress: emptyProgress() }, [removal, other]),
    )
    // Their own edit led to version 2, so a removal is no conflict with it. It has no effect on another record.
    expect([seen.get(removal.opId), seen.get(other.opId)]).toEqual([2, 1])
    expect(await device.send(change, elsewhere)).toMatchObject([{ status: 'duplicate' }, { status: 'applied' }])
  })

  test('blocks an operation when the operation that it depends on never arrived', async () => {
    await device.send(await made())
    await twoYearsLater()
    await deleteOld()
    const absent = await made()
    const waiting = await device.op({ kind: 'create', deps: [absent.opId] })
    expect(await device.send(waiting)).toMatchObject([{ status: 'blocked' }])
  })

  test('does not find the operations of another user', async () => {
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const mine = await made({ name: 'a' })
    await device.send(mine)
    await twoYearsLater()
    await deleteOld()
    const theirs = syncingDevice(world, colleague, 'thing')
    const op = await theirs.op({ kind: 'create', deps: [mine.opId] })
    expect(await theirs.send(op)).toMatchObject([{ status: 'blocked' }])
  })

  test('treats a correction of an old operation as a change, and does not create a deleted record again', async () => {
    const [same, other, gone] = [await made({ name: 'a' }), await made({ name: 'b' }), await made({ name: 'c' })]
    await device.send(same, other, gone)
    await query(`delete from thing where merchant_id = $1 and id = '${gone.recordId}'`)
    await twoYearsLater()
    await deleteOld()
    await deleteOld(syncChangeRetentionRule)
    const correction = ({ opId, recordId }: SentOperation, name: string) =>
      device.op({ kind: 'create', recordId, set: { name }, supersedes: opId })
    const [first, second, third] = [
      await correction(same, 'a'),
      await correction(other, 'z'),
      await correction(gone, 'c'),
    ]
    expect(await device.send(first, second, third)).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
      { status: 'rejected', code: 'sync.gone' },
    ])
    expect(await stored(other.recordId)).toMatchObject({ fields: { name: 'z' } })
    expect(await stored(gone.recordId)).toBeUndefined()
    // The superseded operation comes from a file afterwards.
    expect(await device.send(other)).toMatchObject([{ status: 'duplicate', ver: 1 }])
    expect((await effects()).filter((id) => id === other.opId)).toHaveLength(1)
  })
})

describe('devices', () => {
  const devices = async () => (await world.api(syncContract, person).devices({})).rows

  test('counts old operations as arrived when it looks for missing ones', async () => {
    const ops = [await made(), await made(), await made()]
    // The device still holds the second one.
    await world.api(syncContract, person).push({ body: device.body([ops[0]!, ops[2]!], { pending: 3 }) })
    expect(await devices()).toMatchObject([{ missing: 0 }])
    await twoYearsLater()
    await deleteOld()
    await world.api(syncContract, person).push({ body: device.body([], { pending: 0 }) })
    expect(await devices()).toMatchObject([{ missing: 1 }])
    await device.send(ops[1]!)
    await world.api(syncContract, person).push({ body: device.body([], { pending: 0 }) })
    expect(await devices()).toMatchObject([{ missing: 0 }])
  })

  test('deletes devices that were not seen for two years when they have no missing or pending operations', async () => {
    const [quiet, lost, rejected, seen] = Array.from({ length: 4 }, () => syncingDevice(world, person, 'thing'))
    await quiet!.does({ kind: 'create' })
    await lost!.op({ kind: 'create' })
    await lost!.does({ kind: 'create' })
    await rejected!.does({ kind: 'create', set: { bad: true } })
    const name = ({ body }: typeof device) => body([]).deviceId
    await twoYearsLater()
    await seen!.does({ kind: 'create' })
    await deleteOld()
    expect((await devices()).map(({ id }) => id).toSorted()).toEqual(
      [name(lost!), name(rejected!), name(seen!)].toSorted(),
    )
    await quiet!.does({ kind: 'create' })
    expect((await devices()).find(({ id }) => id === name(quiet!))).toMatchObject({ missing: 0 })
    expect(await brokenInvariants(world)).toEqual({})
  })
})
