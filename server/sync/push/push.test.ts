import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createThings, deviceOf, thing } from '#server/sync/thing.fixture.ts'
import { type OpResult, syncContract } from '#shared/sync/contract.ts'
import { type Operation, operationHash } from '#shared/sync/operation.ts'
import type { Fields, Patch } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

type Sent = Operation & { hash: string }
let world: TestApp
let person: Person
let device: ReturnType<typeof deviceOf>
beforeAll(async () => {
  world = await testApp({ syncEntities: [thing] })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
  device = deviceOf(person)
})

async function push(ops: { opId: string }[], by = person): Promise<OpResult[]> {
  return (await world.api(syncContract, by).push({ body: device.body(ops) })).results
}
const statuses = (results: OpResult[]) => results.map(({ status, code }) => (code ? `${status} ${code}` : status))

async function effects(): Promise<string[]> {
  const { rows } = await world.database.query('select op_id from thing_effect where merchant_id = $1 order by place', [
    person.merchantId,
  ])
  return rows.map((row) => row.op_id)
}
async function stored(id: string) {
  const { rows } = await world.database.query('select ver, fields from thing where id = $1', [id])
  return rows[0]
}
const edit = ({ recordId, opId }: Sent, rest: Parameters<typeof device.op>[0]) =>
  device.op({ kind: 'update', recordId, deps: [opId], baseVer: 1, ...rest })

describe('OF03 idempotency', () => {
  test('applies an operation once when it arrives several times, alone or with others', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map((k) => device.op({ set: { k } })))
    const first = await push([a!, b!])
    expect(first).toMatchObject([
      { status: 'applied', ver: 1 },
      { status: 'applied', ver: 1 },
    ])
    const again = await push([b!, a!, c!, c!])
    expect(again).toMatchObject([
      { status: 'duplicate', ver: 1, seq: first[1]!.seq },
      { status: 'duplicate' },
      { status: 'applied' },
    ])
    expect(again).toHaveLength(3)
    expect((await effects()).toSorted()).toEqual([a!.opId, b!.opId, c!.opId].toSorted())
  })

  test('applies each operation once when six copies of a large push arrive at the same time', async () => {
    const ops = await Promise.all(Array.from({ length: 300 }, (_, k) => device.op({ set: { k } })))
    const answers = await Promise.all(Array.from({ length: 6 }, () => push(ops)))
    const all = answers.flat()
    expect(all.filter(({ status }) => status === 'applied')).toHaveLength(300)
    expect(all.filter(({ status }) => status === 'duplicate')).toHaveLength(1500)
    expect(new Set(await effects()).size).toBe(300)
    expect(await effects()).toHaveLength(300)
  })

  test('applies each operation once when two pushes contain the same operations in opposite order at the same time', async () => {
    const ops = await Promise.all(Array.from({ length: 100 }, () => device.op()))
    await Promise.all([push(ops), push(ops.toReversed())])
    expect(await effects()).toHaveLength(100)
  })

  test('returns the same rejection when a rejected operation arrives again', async () => {
    const bad = await device.op({ set: { bad: true } })
    const first = await push([bad])
    expect(statuses(first)).toEqual(['rejected sync.refused'])
    expect(await push([bad])).toEqual(first)
    expect(await effects()).toEqual([])
  })

  test('rejects another operation with a used id, and an operation that does not match its hash', async () => {
    const op = await device.op({ set: { name: 'first' } })
    await push([op])
    const { hash: _, ...plain } = op
    const other = { ...plain, patch: { name: { to: 'second' } } }
    expect(statuses(await push([{ ...other, hash: await operationHash(other) } as Sent]))).toEqual([
      'rejected sync.reused',
    ])
    const damaged = { ...(await device.op()), n: 999 }
    expect(statuses(await push([damaged]))).toEqual(['rejected sync.damaged'])
    expect(await push([op])).toMatchObject([{ status: 'duplicate' }])
    expect((await stored(op.recordId)).fields).toEqual({ name: 'first' })
  })
})

describe('OF03 isolation of failures', () => {
  test('rejects only the invalid operations when a push contains 500', async () => {
    const ops: { opId: string }[] = await Promise.all(Array.from({ length: 500 }, (_, k) => device.op({ set: { k } })))
    const taken = await device.op({ set: { code: 'taken' } })
    await push([taken])
    ops[7] = await device.op({ set: { code: 'taken' } })
    ops[100] = await device.op({ set: { bad: true } })
    ops[250] = { opId: uuid7() }
    ops[300] = await device.op({ set: { name: 'NUL \0' } })
    ops[301] = await device.op({ set: { name: 'half \ud800' } })
    ops[400] = await device.op({ entity: 'nothing' })
    ops[401] = await device.op({ kind: 'explode' })
    ops[499] = await device.op({ set: { boom: true } })
    const results = await push(ops)
    const odd = Object.fromEntries(
      statuses(results).flatMap((status, k) => (status === 'applied' ? [] : [[k, status]])),
    )
    expect(odd).toEqual({
      7: 'rejected sync.refused',
      100: 'rejected sync.refused',
      250: 'rejected sync.invalid',
      300: 'rejected sync.invalid',
      301: 'rejected sync.invalid',
      400: 'rejected sync.unknown',
      401: 'rejected sync.unknown',
      499: 'retry sync.failed',
    })
    expect(results[7]).toMatchObject({ details: { constraint: 'thing_merchant_id_code_key' } })
    expect(await effects()).toHaveLength(493)
  })

  test('asks for a retry and records nothing when a handler has a fault', async () => {
    const op = await device.op({ set: { boom: true } })
    expect(statuses(await push([op]))).toEqual(['retry sync.failed'])
    const { rowCount } = await world.database.query('select from sync_op where op_id = $1', [op.opId])
    expect(rowCount).toBe(0)
  })

  test('decides nothing when the database is unavailable', async () => {
    const [good, unlucky] = [await device.op(), await device.op({ set: { away: true } })]
    await expect(push([good, unlucky])).rejects.toMatchObject({ status: 503 })
    expect(await effects()).toEqual([])
    expect(statuses(await push([good]))).toEqual(['applied'])
  })

  test('applies neither of two operations with the same id when one of them is damaged', async () => {
    const op = await device.op()
    for (const both of [
      [op, { ...op, n: 999 }],
      [{ ...op, n: 999 }, op],
    ]) {
      expect(statuses(await push(both))).toEqual(['rejected sync.damaged'])
    }
    expect(statuses(await push([op]))).toEqual(['applied'])
  })

  test('returns the message of a rejection in the language of the caller', async () => {
    const op = await device.op({ set: { bad: true } })
    const api = world.api(syncContract, person, { language: 'ru-RU' })
    const { results } = await api.push({ body: device.body([op]) })
    expect(results[0]!.message).toMatch(/не согласуется/)
  })
})

describe('OF03 order', () => {
  test('applies operations on one record in their order, and dependent operations after their dependencies', async () => {
    const made = await device.op({ set: { name: 'a' } })
    const second = await edit(made, { patch: { name: { from: 'a', to: 'b' } } })
    const third = await edit(made, { patch: { name: { from: 'b', to: 'c' } }, deps: [second.opId], baseVer: 2 })
    const other = await device.op({ deps: [third.opId] })
    expect(statuses(await push([other, made, second, third]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await effects()).toEqual([made, second, third, other].map(({ opId }) => opId))
    expect(await stored(made.recordId)).toEqual({ ver: 3, fields: { name: 'c' } })
  })

  test('blocks an operation until its dependencies have taken effect', async () => {
    const absent = await device.op()
    const waiting = await device.op({ deps: [absent.opId] })
    const further = await device.op({ deps: [waiting.opId] })
    expect(statuses(await push([waiting, further]))).toEqual(['blocked sync.waits', 'blocked sync.waits'])
    expect(statuses(await push([absent, waiting, further]))).toEqual(['applied', 'applied', 'applied'])
  })

  test('blocks the later operations on a record after a rejection, until an operation supersedes the rejected one', async () => {
    const bad = await device.op({ set: { name: 'a', bad: true } })
    const later = await edit(bad, { patch: { name: { from: 'a', to: 'b' } } })
    expect(statuses(await push([bad, later]))).toEqual(['rejected sync.refused', 'blocked sync.waits'])
    const fixed = await device.op({ recordId: bad.recordId, set: { name: 'a' }, supersedes: bad.opId })
    expect(statuses(await push([later, fixed]))).toEqual(['applied', 'applied'])
    expect(await effects()).toEqual([fixed.opId, later.opId])
    const afterwards = await device.op({ deps: [bad.opId] })
    expect(statuses(await push([afterwards]))).toEqual(['applied'])
  })

  test('applies only the first arrival of an operation and its superseding one', async () => {
    const [first, second] = [await device.op(), await device.op()]
    const correction = ({ opId, n: _, hash: __, ...op }: Sent) => device.op({ ...op, supersedes: opId })
    const [late, early] = [await correction(first), await correction(second)]
    await push([first])
    expect(await push([late])).toMatchObject([{ opId: late.opId, status: 'duplicate', ver: 1 }])
    await push([early])
    expect(statuses(await push([second]))).toEqual(['rejected sync.replaced'])
    expect(await effects()).toEqual([first.opId, early.opId])
    expect(statuses(await push([await device.op({ deps: [first.opId, second.opId, late.opId] })]))).toEqual(['applied'])
  })

  test('applies a correction as an update when another device has sent the corrected operation meanwhile', async () => {
    const made = await device.op({ set: { name: 'a', note: 'x' } })
    const correction = (set: Fields) => device.op({ recordId: made.recordId, set, supersedes: made.opId })
    await push([made])
    const corrected = await correction({ name: 'b', note: 'x' })
    expect(await push([corrected])).toMatchObject([{ status: 'applied', ver: 2 }])
    expect(await push([corrected])).toMatchObject([{ status: 'duplicate', ver: 2 }])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'b', note: 'x' } })
    // Another change came between: the user chooses between both values.
    const [conflict] = await push([await correction({ name: 'c', note: 'x' })])
    expect(conflict).toMatchObject({
      status: 'merged',
      details: { clashes: { name: { kept: 'b', offered: 'c' } } },
    })
    expect((await stored(made.recordId)).fields).toEqual({ name: 'b', note: 'x' })
  })

  test('applies a correction as an update when it supersedes a rejected correction, or one that never arrived', async () => {
    const made = await device.op({ set: { name: 'a' } })
    const correction = (supersedes: string, set: Fields) => device.op({ recordId: made.recordId, set, supersedes })
    const worse = await correction(made.opId, { name: 'b', bad: true })
    expect(statuses(await push([made]))).toEqual(['applied'])
    expect(statuses(await push([worse]))).toEqual(['rejected sync.refused'])
    expect(statuses(await push([await correction(worse.opId, { name: 'c' })]))).toEqual(['applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'c' } })
    // Without the corrected operation, the server does not know the value that the user saw: it keeps both values.
    expect(await push([await correction(uuid7(), { name: 'd', note: 'x' })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'c', offered: 'd' } } } },
    ])
    expect((await stored(made.recordId)).fields).toEqual({ name: 'c', note: 'x' })
    // The superseded operation arrives long after the one that supersedes it.
    const early = await device.op({ set: { name: 'a' } })
    const rejected = await device.op({ recordId: early.recordId, set: { bad: true }, supersedes: early.opId })
    const good = await device.op({ recordId: early.recordId, set: { name: 'b' }, supersedes: rejected.opId })
    expect(statuses([...(await push([rejected])), ...(await push([good]))])).toEqual([
      'rejected sync.refused',
      'applied',
    ])
    expect(statuses(await push([early]))).toEqual(['rejected sync.replaced'])
  })

  test('reports a conflict to the second device when two devices correct the same rejected operation', async () => {
    const bad = await device.op({ set: { name: 'a', bad: true } })
    const correction = (set: Fields) => device.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    await push([bad])
    expect(statuses(await push([await correction({ name: 'b' })]))).toEqual(['applied'])
    expect(await push([await correction({ name: 'c', note: 'mine' })])).toMatchObject([
      { status: 'merged', ver: 2, details: { clashes: { name: { kept: 'b', offered: 'c' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'b', note: 'mine' })
  })

  test('blocks an operation that arrives together with the one it supersedes until that one is decided', async () => {
    for (const order of [(ops: Sent[]) => ops, (ops: Sent[]) => ops.toReversed()]) {
      const made = await device.op({ set: { name: 'a' } })
      const fixed = await device.op({ recordId: made.recordId, set: { name: 'b' }, supersedes: made.opId })
      const after = await edit(fixed, { baseVer: 2, patch: { note: { to: 'x' } } })
      const both = order([made, fixed])
      const first = await push([...both, after])
      expect(Object.fromEntries(first.map(({ opId, status }) => [opId, status]))).toEqual({
        ...{ [made.opId]: 'applied', [fixed.opId]: 'blocked', [after.opId]: 'blocked' },
      })
      expect(statuses(await push([fixed, after]))).toEqual(['applied', 'applied'])
      expect(await stored(made.recordId)).toEqual({ ver: 3, fields: { name: 'b', note: 'x' } })
    }
  })

  test('ignores `supersedes` when it names an operation of another record or of another user', async () => {
    const [mine, other] = [await device.op({ set: { name: 'a' } }), await device.op({ set: { name: 'b' } })]
    await push([mine, other])
    const stale = { kind: 'update', recordId: other.recordId, patch: { name: { from: 'old', to: 'c' } } }
    expect(await push([await device.op({ ...stale, supersedes: mine.opId })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'b' } } } },
    ])
    const elsewhere = await device.op({ entity: 'nothing', supersedes: mine.opId })
    expect(statuses(await push([elsewhere]))).toEqual(['rejected sync.unknown'])
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const theirs = { userId: colleague.id, kind: 'update', recordId: mine.recordId, supersedes: mine.opId }
    const patch = { name: { from: 'old', to: 'c' } }
    expect(await push([await device.op({ ...theirs, patch })], colleague)).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'a' } } } },
    ])
    // The named operation is still applied when it arrives later.
    const late = await device.op({ set: { name: 'late' } })
    const thief = await device.op({ userId: colleague.id, supersedes: late.opId })
    expect(statuses(await push([thief], colleague))).toEqual(['applied'])
    expect(statuses(await push([late]))).toEqual(['applied'])
  })

  test('applies changes of one record and their corrections in the sent order', async () => {
    // Operations that a device sends again after a restore have no dependencies, because all of them were acknowledged before.
    const made = await device.op({ set: { a: 0, b: 0 } })
    const update = (baseVer: number, patch: Patch, rest = {}) =>
      device.op({ kind: 'update', recordId: made.recordId, baseVer, patch, ...rest })
    const first = await update(1, { a: { from: 0, to: 1 } })
    const corrected = await update(2, { b: { from: 0, to: 2 } }, { supersedes: uuid7() })
    const last = await update(3, { b: { from: 2, to: 3 } })
    expect(statuses(await push([made, first, corrected, last]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 4, fields: { a: 1, b: 3 } })

    const elsewhere = await device.op()
    const other = await device.op({ set: { a: 0 } })
    const fixed = await device.op({
      ...{
        kind: 'update',
        recordId: other.recordId,
        baseVer: 1,
        patch: { a: { from: 0, to: 2 } },
        supersedes: uuid7(),
      },
    })
    await push([elsewhere])
    const ahead = await device.op({ kind: 'update', recordId: elsewhere.recordId, baseVer: 1, patch: { x: { to: 1 } } })
    expect(statuses(await push([ahead, other, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect((await stored(other.recordId)).fields).toEqual({ a: 2 })
  })

  test('applies a correction before the operations that depend on it through another record', async () => {
    const bad = await device.op({ set: { a: 0, bad: true } })
    await push([bad])
    const between = await device.op({ deps: [bad.opId] })
    const later = await edit(bad, { deps: [between.opId], patch: { a: { from: 0, to: 1 } } })
    const fixed = await device.op({ recordId: bad.recordId, set: { a: 0 }, supersedes: bad.opId })
    expect(statuses(await push([between, later, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect(await effects()).toEqual([fixed, between, later].map(({ opId }) => opId))
  })

  test('blocks the second of two corrections of one operation, and then reports its conflict with the first', async () => {
    const bad = await device.op({ set: { bad: true } })
    await push([bad])
    const correction = (set: Fields) => device.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    const [one, two] = [await correction({ name: 'one', a: 1 }), await correction({ name: 'two', b: 2 })]
    expect(statuses(await push([one, two]))).toEqual(['applied', 'blocked sync.waits'])
    expect(await push([two])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'one', offered: 'two' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'one', a: 1, b: 2 })
    // The rejected operation arrives again, from an export file.
    expect(statuses(await push([bad]))).toEqual(['rejected sync.replaced'])
  })

  test('blocks operations that depend on each other in a circle, and applies the others', async () => {
    const [one, two] = [uuid7(), uuid7()]
    const ops = [
      await device.op({ opId: one, deps: [two] }),
      await device.op({ opId: two, deps: [one] }),
      await device.op(),
    ]
    expect(statuses(await push(ops))).toEqual(['blocked sync.waits', 'blocked sync.waits', 'applied'])
  })
})

describe('OF03 conflicts', () => {
  test('merges different fields, and keeps the first arrival and both values in a conflict', async () => {
    const made = await device.op({ set: { name: 'a', note: 'x', born: 'today' } })
    await push([made])
    const mine = await edit(made, { patch: { name: { from: 'a', to: 'mine' } } })
    const theirs = await edit(made, {
      patch: { name: { from: 'a', to: 'theirs' }, note: { from: 'x', to: 'y' }, born: { from: 'today', to: 'later' } },
    })
    expect(await push([mine])).toMatchObject([{ status: 'applied', ver: 2 }])
    const [result] = await push([theirs])
    expect(result).toMatchObject({
      status: 'merged',
      ver: 3,
      details: { clashes: { name: { kept: 'mine', offered: 'theirs' }, born: { kept: 'today', offered: 'later' } } },
    })
    expect((await stored(made.recordId)).fields).toEqual({ name: 'mine', note: 'y', born: 'today' })
    expect(await push([theirs])).toMatchObject([{ status: 'duplicate', details: result!.details }])
  })

  test('keeps a record when its deletion had not seen an edit, and counts its version on after a deletion', async () => {
    const made = await device.op({ set: { name: 'a' } })
    await push([made, await edit(made, { patch: { name: { from: 'a', to: 'b' } } })])
    const blind = await device.op({ kind: 'remove', recordId: made.recordId, baseVer: 1 })
    expect(statuses(await push([blind]))).toEqual(['merged'])
    expect(await stored(made.recordId)).toMatchObject({ ver: 2 })
    const seen = await device.op({ kind: 'remove', recordId: made.recordId, baseVer: 2 })
    expect(await push([seen])).toMatchObject([{ status: 'applied', ver: 3 }])
    expect(await push([await device.op({ recordId: made.recordId })])).toMatchObject([{ status: 'applied', ver: 4 }])
  })
})

describe('access', () => {
  test('rejects an operation of another user or merchant and does not record it', async () => {
    const op = await device.op()
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const stranger = await world.confirmedMerchant()
    for (const other of [colleague, stranger]) {
      expect(statuses(await push([op], other))).toEqual(['rejected sync.foreign'])
    }
    expect(statuses(await push([op]))).toEqual(['applied'])
  })

  test('rejects each operation, instead of answering 403, when the role may not write', async () => {
    const reader = await world.signUp({ role: 'customerservice', merchantId: person.merchantId! })
    const op = await device.op({ userId: reader.id })
    expect(statuses(await push([op], reader))).toEqual(['rejected sync.forbidden'])
  })
})

describe('protocol', () => {
  const inject = (payload: Buffer | string, headers: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
      payload,
    })

  test('reads a compressed push, and rejects one that is too large after decompression', async () => {
    const op = await device.op()
    const packed = gzipSync(JSON.stringify(device.body([op])))
    const answer = await inject(packed, { 'content-encoding': 'gzip' })
    expect([answer.statusCode, answer.json().results[0].status]).toEqual([200, 'applied'])
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
    expect((await inject(bomb, { 'content-encoding': 'gzip' })).statusCode).toBe(413)
    expect((await inject('not gzip', { 'content-encoding': 'gzip' })).statusCode).toBe(400)
    expect((await inject('{}', { 'content-encoding': 'br' })).statusCode).toBe(400)
  })

  test('answers 426 when the protocol version is another one', async () => {
    const answer = await inject(JSON.stringify(device.body([], { protocol: 99 })), {})
    expect([answer.statusCode, answer.json().error]).toEqual([426, 'sync.update'])
  })

  test('OF03 shows the merchant the gaps in the numbers of a device', async () => {
    const ops = await Promise.all(Array.from({ length: 6 }, () => device.op()))
    const api = world.api(syncContract, person)
    await api.push({ body: device.body([ops[0]!, ops[1]!], { pending: 3, discarded: 0 }) })
    // A delayed push contains a lower maximum.
    await api.push({ body: device.body([], { maxN: 1, pending: 3 }) })
    expect(await api.devices()).toMatchObject([{ id: device.deviceId, user: person.id, waiting: 3, missing: 1 }])
    await api.push({ body: device.body(ops.slice(2), { pending: 0 }) })
    expect(await api.devices()).toMatchObject([{ waiting: 0, missing: 0 }])
    expect(await world.api(syncContract, await world.confirmedMerchant()).devices()).toEqual([])
  })
})
