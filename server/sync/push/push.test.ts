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
let phone: ReturnType<typeof deviceOf>
beforeAll(async () => {
  world = await testApp({ syncEntities: [thing] })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
  phone = deviceOf(person)
})

async function push(ops: { opId: string }[], by = person): Promise<OpResult[]> {
  return (await world.api(syncContract, by).push({ body: phone.body(ops) })).results
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
const edit = ({ recordId, opId }: Sent, rest: Parameters<typeof phone.op>[0]) =>
  phone.op({ kind: 'update', recordId, deps: [opId], baseVer: 1, ...rest })

describe('OF03 an operation takes effect once', () => {
  test('however often it comes, alone or among others, now or later', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map((k) => phone.op({ set: { k } })))
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

  test('when six copies of a large push arrive at the same moment', async () => {
    const ops = await Promise.all(Array.from({ length: 300 }, (_, k) => phone.op({ set: { k } })))
    const answers = await Promise.all(Array.from({ length: 6 }, () => push(ops)))
    const all = answers.flat()
    expect(all.filter(({ status }) => status === 'applied')).toHaveLength(300)
    expect(all.filter(({ status }) => status === 'duplicate')).toHaveLength(1500)
    expect(new Set(await effects()).size).toBe(300)
    expect(await effects()).toHaveLength(300)
  })

  test('when two pushes bring the same operations in opposite order at the same moment', async () => {
    const ops = await Promise.all(Array.from({ length: 100 }, () => phone.op()))
    await Promise.all([push(ops), push(ops.toReversed())])
    expect(await effects()).toHaveLength(100)
  })

  test('a rejection is remembered as well', async () => {
    const bad = await phone.op({ set: { bad: true } })
    const first = await push([bad])
    expect(statuses(first)).toEqual(['rejected sync.refused'])
    expect(await push([bad])).toEqual(first)
    expect(await effects()).toEqual([])
  })

  test('another operation under the same number, or one that was changed on the way, is refused and changes nothing', async () => {
    const op = await phone.op({ set: { name: 'first' } })
    await push([op])
    const { hash: _, ...plain } = op
    const other = { ...plain, patch: { name: { to: 'second' } } }
    expect(statuses(await push([{ ...other, hash: await operationHash(other) } as Sent]))).toEqual([
      'rejected sync.reused',
    ])
    const damaged = { ...(await phone.op()), n: 999 }
    expect(statuses(await push([damaged]))).toEqual(['rejected sync.damaged'])
    expect(await push([op])).toMatchObject([{ status: 'duplicate' }])
    expect((await stored(op.recordId)).fields).toEqual({ name: 'first' })
  })
})

describe('OF03 one bad operation holds back nothing else', () => {
  test('what cannot be read, stored or judged costs itself alone, among five hundred', async () => {
    const ops: { opId: string }[] = await Promise.all(Array.from({ length: 500 }, (_, k) => phone.op({ set: { k } })))
    const taken = await phone.op({ set: { code: 'taken' } })
    await push([taken])
    ops[7] = await phone.op({ set: { code: 'taken' } })
    ops[100] = await phone.op({ set: { bad: true } })
    ops[250] = { opId: uuid7() }
    ops[300] = await phone.op({ set: { name: 'NUL \0' } })
    ops[301] = await phone.op({ set: { name: 'half \ud800' } })
    ops[400] = await phone.op({ entity: 'nothing' })
    ops[401] = await phone.op({ kind: 'explode' })
    ops[499] = await phone.op({ set: { boom: true } })
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

  test('a fault of ours is not a decision: the same operation is decided anew', async () => {
    const op = await phone.op({ set: { boom: true } })
    expect(statuses(await push([op]))).toEqual(['retry sync.failed'])
    const { rowCount } = await world.database.query('select from sync_op where op_id = $1', [op.opId])
    expect(rowCount).toBe(0)
  })

  test('while the database is away nothing is decided: all of it comes again', async () => {
    const [good, unlucky] = [await phone.op(), await phone.op({ set: { away: true } })]
    await expect(push([good, unlucky])).rejects.toMatchObject({ status: 503 })
    expect(await effects()).toEqual([])
    expect(statuses(await push([good]))).toEqual(['applied'])
  })

  test('of two operations under one number in one push, of which one is damaged, neither is taken', async () => {
    const op = await phone.op()
    for (const both of [
      [op, { ...op, n: 999 }],
      [{ ...op, n: 999 }, op],
    ]) {
      expect(statuses(await push(both))).toEqual(['rejected sync.damaged'])
    }
    expect(statuses(await push([op]))).toEqual(['applied'])
  })

  test('the words of a rejection are in the language of the caller', async () => {
    const op = await phone.op({ set: { bad: true } })
    const api = world.api(syncContract, person, { language: 'ru-RU' })
    const { results } = await api.push({ body: phone.body([op]) })
    expect(results[0]!.message).toMatch(/не согласуется/)
  })
})

describe('OF03 order', () => {
  test('operations on one record take effect in their order, and those that build on others after them', async () => {
    const made = await phone.op({ set: { name: 'a' } })
    const second = await edit(made, { patch: { name: { from: 'a', to: 'b' } } })
    const third = await edit(made, { patch: { name: { from: 'b', to: 'c' } }, deps: [second.opId], baseVer: 2 })
    const other = await phone.op({ deps: [third.opId] })
    expect(statuses(await push([other, made, second, third]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await effects()).toEqual([made, second, third, other].map(({ opId }) => opId))
    expect(await stored(made.recordId)).toEqual({ ver: 3, fields: { name: 'c' } })
  })

  test('whatever waits for something that has not taken effect is blocked, and passes once it has', async () => {
    const absent = await phone.op()
    const waiting = await phone.op({ deps: [absent.opId] })
    const further = await phone.op({ deps: [waiting.opId] })
    expect(statuses(await push([waiting, further]))).toEqual(['blocked sync.waits', 'blocked sync.waits'])
    expect(statuses(await push([absent, waiting, further]))).toEqual(['applied', 'applied', 'applied'])
  })

  test('after a rejection the rest of the record is blocked; what replaces the rejected one lets it pass', async () => {
    const bad = await phone.op({ set: { name: 'a', bad: true } })
    const later = await edit(bad, { patch: { name: { from: 'a', to: 'b' } } })
    expect(statuses(await push([bad, later]))).toEqual(['rejected sync.refused', 'blocked sync.waits'])
    const fixed = await phone.op({ recordId: bad.recordId, set: { name: 'a' }, supersedes: bad.opId })
    expect(statuses(await push([later, fixed]))).toEqual(['applied', 'applied'])
    expect(await effects()).toEqual([fixed.opId, later.opId])
    const afterwards = await phone.op({ deps: [bad.opId] })
    expect(statuses(await push([afterwards]))).toEqual(['applied'])
  })

  test('of an operation and what replaces it only the one that comes first takes effect', async () => {
    const [first, second] = [await phone.op(), await phone.op()]
    const instead = ({ opId, n: _, hash: __, ...op }: Sent) => phone.op({ ...op, supersedes: opId })
    const [late, early] = [await instead(first), await instead(second)]
    await push([first])
    expect(await push([late])).toMatchObject([{ opId: late.opId, status: 'duplicate', ver: 1 }])
    await push([early])
    expect(statuses(await push([second]))).toEqual(['rejected sync.replaced'])
    expect(await effects()).toEqual([first.opId, early.opId])
    expect(statuses(await push([await phone.op({ deps: [first.opId, second.opId, late.opId] })]))).toEqual(['applied'])
  })

  test('what corrects an operation that another device sent meanwhile changes what stands there', async () => {
    const made = await phone.op({ set: { name: 'a', note: 'x' } })
    const instead = (set: Fields) => phone.op({ recordId: made.recordId, set, supersedes: made.opId })
    await push([made])
    const corrected = await instead({ name: 'b', note: 'x' })
    expect(await push([corrected])).toMatchObject([{ status: 'applied', ver: 2 }])
    expect(await push([corrected])).toMatchObject([{ status: 'duplicate', ver: 2 }])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'b', note: 'x' } })
    // By now somebody else has changed it too: both values are there to choose from.
    const [clash] = await push([await instead({ name: 'c', note: 'x' })])
    expect(clash).toMatchObject({
      status: 'merged',
      details: { clashes: { name: { kept: 'b', offered: 'c' } } },
    })
    expect((await stored(made.recordId)).fields).toEqual({ name: 'b', note: 'x' })
  })

  test('so does a correction of a correction that was rejected, or of one that never arrived', async () => {
    const made = await phone.op({ set: { name: 'a' } })
    const instead = (supersedes: string, set: Fields) => phone.op({ recordId: made.recordId, set, supersedes })
    const worse = await instead(made.opId, { name: 'b', bad: true })
    expect(statuses(await push([made]))).toEqual(['applied'])
    expect(statuses(await push([worse]))).toEqual(['rejected sync.refused'])
    expect(statuses(await push([await instead(worse.opId, { name: 'c' })]))).toEqual(['applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 2, fields: { name: 'c' } })
    // What it corrects is not known, so neither is what the person saw: nothing is lost, nothing overwritten.
    expect(await push([await instead(uuid7(), { name: 'd', note: 'x' })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'c', offered: 'd' } } } },
    ])
    expect((await stored(made.recordId)).fields).toEqual({ name: 'c', note: 'x' })
    // The first one comes after all, long after what replaced it.
    const early = await phone.op({ set: { name: 'a' } })
    const refused = await phone.op({ recordId: early.recordId, set: { bad: true }, supersedes: early.opId })
    const good = await phone.op({ recordId: early.recordId, set: { name: 'b' }, supersedes: refused.opId })
    expect(statuses([...(await push([refused])), ...(await push([good]))])).toEqual([
      'rejected sync.refused',
      'applied',
    ])
    expect(statuses(await push([early]))).toEqual(['rejected sync.replaced'])
  })

  test('two devices correct what was rejected: the second sees both values', async () => {
    const bad = await phone.op({ set: { name: 'a', bad: true } })
    const instead = (set: Fields) => phone.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    await push([bad])
    expect(statuses(await push([await instead({ name: 'b' })]))).toEqual(['applied'])
    expect(await push([await instead({ name: 'c', note: 'mine' })])).toMatchObject([
      { status: 'merged', ver: 2, details: { clashes: { name: { kept: 'b', offered: 'c' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'b', note: 'mine' })
  })

  test('what comes together with the one that it replaces waits until that one is decided', async () => {
    for (const order of [(ops: Sent[]) => ops, (ops: Sent[]) => ops.toReversed()]) {
      const made = await phone.op({ set: { name: 'a' } })
      const fixed = await phone.op({ recordId: made.recordId, set: { name: 'b' }, supersedes: made.opId })
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

  test('a number of another record, or of another person, replaces nothing', async () => {
    const [mine, other] = [await phone.op({ set: { name: 'a' } }), await phone.op({ set: { name: 'b' } })]
    await push([mine, other])
    const stale = { kind: 'update', recordId: other.recordId, patch: { name: { from: 'old', to: 'c' } } }
    expect(await push([await phone.op({ ...stale, supersedes: mine.opId })])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'b' } } } },
    ])
    const elsewhere = await phone.op({ entity: 'nothing', supersedes: mine.opId })
    expect(statuses(await push([elsewhere]))).toEqual(['rejected sync.unknown'])
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const theirs = { userId: colleague.id, kind: 'update', recordId: mine.recordId, supersedes: mine.opId }
    const patch = { name: { from: 'old', to: 'c' } }
    expect(await push([await phone.op({ ...theirs, patch })], colleague)).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'a' } } } },
    ])
    // Nor does it keep away what was not sent yet.
    const late = await phone.op({ set: { name: 'late' } })
    const thief = await phone.op({ userId: colleague.id, supersedes: late.opId })
    expect(statuses(await push([thief], colleague))).toEqual(['applied'])
    expect(statuses(await push([late]))).toEqual(['applied'])
  })

  test('changes of one record and their corrections take effect one after the other, as they come', async () => {
    // What a device sends again after a restore has no dependencies left: all of it was acknowledged before.
    const made = await phone.op({ set: { a: 0, b: 0 } })
    const update = (baseVer: number, patch: Patch, rest = {}) =>
      phone.op({ kind: 'update', recordId: made.recordId, baseVer, patch, ...rest })
    const first = await update(1, { a: { from: 0, to: 1 } })
    const corrected = await update(2, { b: { from: 0, to: 2 } }, { supersedes: uuid7() })
    const last = await update(3, { b: { from: 2, to: 3 } })
    expect(statuses(await push([made, first, corrected, last]))).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(await stored(made.recordId)).toEqual({ ver: 4, fields: { a: 1, b: 3 } })

    const elsewhere = await phone.op()
    const other = await phone.op({ set: { a: 0 } })
    const fixed = await phone.op({
      ...{
        kind: 'update',
        recordId: other.recordId,
        baseVer: 1,
        patch: { a: { from: 0, to: 2 } },
        supersedes: uuid7(),
      },
    })
    await push([elsewhere])
    const ahead = await phone.op({ kind: 'update', recordId: elsewhere.recordId, baseVer: 1, patch: { x: { to: 1 } } })
    expect(statuses(await push([ahead, other, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect((await stored(other.recordId)).fields).toEqual({ a: 2 })
  })

  test('a correction goes before what waits for it by way of another record', async () => {
    const bad = await phone.op({ set: { a: 0, bad: true } })
    await push([bad])
    const between = await phone.op({ deps: [bad.opId] })
    const later = await edit(bad, { deps: [between.opId], patch: { a: { from: 0, to: 1 } } })
    const fixed = await phone.op({ recordId: bad.recordId, set: { a: 0 }, supersedes: bad.opId })
    expect(statuses(await push([between, later, fixed]))).toEqual(['applied', 'applied', 'applied'])
    expect(await effects()).toEqual([fixed, between, later].map(({ opId }) => opId))
  })

  test('of two corrections of the same the second waits for the first, then meets it', async () => {
    const bad = await phone.op({ set: { bad: true } })
    await push([bad])
    const instead = (set: Fields) => phone.op({ recordId: bad.recordId, set, supersedes: bad.opId })
    const [one, two] = [await instead({ name: 'one', a: 1 }), await instead({ name: 'two', b: 2 })]
    expect(statuses(await push([one, two]))).toEqual(['applied', 'blocked sync.waits'])
    expect(await push([two])).toMatchObject([
      { status: 'merged', details: { clashes: { name: { kept: 'one', offered: 'two' } } } },
    ])
    expect((await stored(bad.recordId)).fields).toEqual({ name: 'one', a: 1, b: 2 })
    // The rejected one, from a file of before, asks nobody anything any more.
    expect(statuses(await push([bad]))).toEqual(['rejected sync.replaced'])
  })

  test('operations that wait for each other in a circle are blocked, the others pass', async () => {
    const [one, two] = [uuid7(), uuid7()]
    const ops = [
      await phone.op({ opId: one, deps: [two] }),
      await phone.op({ opId: two, deps: [one] }),
      await phone.op(),
    ]
    expect(statuses(await push(ops))).toEqual(['blocked sync.waits', 'blocked sync.waits', 'applied'])
  })
})

describe('OF03 conflicts', () => {
  test('different fields merge, a clash keeps the first arrival and both values', async () => {
    const made = await phone.op({ set: { name: 'a', note: 'x', born: 'today' } })
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

  test('an edit beats a deletion that did not see it; a version never goes back after a deletion', async () => {
    const made = await phone.op({ set: { name: 'a' } })
    await push([made, await edit(made, { patch: { name: { from: 'a', to: 'b' } } })])
    const blind = await phone.op({ kind: 'remove', recordId: made.recordId, baseVer: 1 })
    expect(statuses(await push([blind]))).toEqual(['merged'])
    expect(await stored(made.recordId)).toMatchObject({ ver: 2 })
    const seen = await phone.op({ kind: 'remove', recordId: made.recordId, baseVer: 2 })
    expect(await push([seen])).toMatchObject([{ status: 'applied', ver: 3 }])
    expect(await push([await phone.op({ recordId: made.recordId })])).toMatchObject([{ status: 'applied', ver: 4 }])
  })
})

describe('who may send', () => {
  test("another user's or merchant's operation is refused without a trace", async () => {
    const op = await phone.op()
    const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
    const stranger = await world.confirmedMerchant()
    for (const other of [colleague, stranger]) {
      expect(statuses(await push([op], other))).toEqual(['rejected sync.foreign'])
    }
    expect(statuses(await push([op]))).toEqual(['applied'])
  })

  test('a role without the right gets its answer for each operation, not a 403 that would sign it out', async () => {
    const reader = await world.signUp({ role: 'customerservice', merchantId: person.merchantId! })
    const op = await phone.op({ userId: reader.id })
    expect(statuses(await push([op], reader))).toEqual(['rejected sync.forbidden'])
  })
})

describe('the wire', () => {
  const inject = (payload: Buffer | string, headers: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
      payload,
    })

  test('a compressed push is read; a small one that unpacks to too much is refused', async () => {
    const op = await phone.op()
    const packed = gzipSync(JSON.stringify(phone.body([op])))
    const answer = await inject(packed, { 'content-encoding': 'gzip' })
    expect([answer.statusCode, answer.json().results[0].status]).toEqual([200, 'applied'])
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
    expect((await inject(bomb, { 'content-encoding': 'gzip' })).statusCode).toBe(413)
    expect((await inject('not gzip', { 'content-encoding': 'gzip' })).statusCode).toBe(400)
    expect((await inject('{}', { 'content-encoding': 'br' })).statusCode).toBe(400)
  })

  test('an older protocol is told to update', async () => {
    const answer = await inject(JSON.stringify(phone.body([], { protocol: 99 })), {})
    expect([answer.statusCode, answer.json().error]).toEqual([426, 'sync.update'])
  })

  test('OF03 gaps in the numbers of a device are shown to the merchant', async () => {
    const ops = await Promise.all(Array.from({ length: 6 }, () => phone.op()))
    const api = world.api(syncContract, person)
    await api.push({ body: phone.body([ops[0]!, ops[1]!], { pending: 3, discarded: 0 }) })
    // One that was on its way for long knows of fewer.
    await api.push({ body: phone.body([], { maxN: 1, pending: 3 }) })
    expect(await api.devices()).toMatchObject([{ id: phone.deviceId, user: person.id, waiting: 3, missing: 1 }])
    await api.push({ body: phone.body(ops.slice(2), { pending: 0 }) })
    expect(await api.devices()).toMatchObject([{ waiting: 0, missing: 0 }])
    expect(await world.api(syncContract, await world.confirmedMerchant()).devices()).toEqual([])
  })
})
