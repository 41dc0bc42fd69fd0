import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { omit } from '#shared/core/omit.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { operationHash } from '#shared/sync/operation.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import {
  device,
  effects,
  person,
  push,
  type SentOperation,
  setUpPush,
  statuses,
  stored,
  world,
} from './push.fixture.ts'

setUpPush()

describe('idempotency [OF03]', () => {
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

  test('applies each operation once when two simultaneous pushes contain the same ones in opposite order', async () => {
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
    const plain = omit(op, 'hash')
    const other = { ...plain, patch: { name: { to: 'second' } } }
    expect(statuses(await push([{ ...other, hash: await operationHash(other) } as SentOperation]))).toEqual([
      'rejected sync.reused',
    ])
    const damaged = { ...(await device.op()), n: 999 }
    expect(statuses(await push([damaged]))).toEqual(['rejected sync.damaged'])
    expect(await push([op])).toMatchObject([{ status: 'duplicate' }])
    expect((await stored(op.recordId)).fields).toEqual({ name: 'first' })
  })
})

describe('isolation of failures [OF03]', () => {
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

  test('rejects an operation whose kind is a name that every object has', async () => {
    expect(statuses(await push([await device.op({ kind: 'constructor' })]))).toEqual(['rejected sync.unknown'])
  })

  test('requests a retry and records no result when a handler throws', async () => {
    const op = await device.op({ set: { boom: true } })
    expect(statuses(await push([op]))).toEqual(['retry sync.failed'])
    const { rowCount } = await world.database.query('select from sync_op where op_id = $1', [op.opId])
    expect(rowCount).toBe(0)
  })

  test('leaves all operations undecided when the database is unavailable', async () => {
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

  test('checks the role of each push: a field worker writes what the entity allows, until the role changes', async () => {
    const worker = await world.signUp({ role: 'field', merchantId: person.merchantId!, confirmed: true })
    const [first, second] = [await device.op({ userId: worker.id }), await device.op({ userId: worker.id })]
    expect(statuses(await push([first], worker))).toEqual(['applied'])
    await world.database.query(`update account set role = 'customerservice' where id = $1`, [worker.id])
    world.services.sessions.forget(worker.id)
    expect(statuses(await push([second], worker))).toEqual(['rejected sync.forbidden'])
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

  test('responds 426 when the protocol version is unsupported', async () => {
    const answer = await inject(JSON.stringify(device.body([], { protocol: 99 })), {})
    expect([answer.statusCode, answer.json().error]).toEqual([426, 'sync.update'])
  })

  test('shows the merchant the gaps in the numbers of a device [OF03]', async () => {
    const ops = await Promise.all(Array.from({ length: 6 }, () => device.op()))
    const api = world.api(syncContract, person)
    await api.push({ body: device.body([ops[0]!, ops[1]!], { pending: 3, discarded: 0 }) })
    // The device counts the operations of the push itself, too.
    expect((await api.devices({})).rows).toMatchObject([{ waiting: 1 }])
    // A delayed push contains a lower maximum.
    await api.push({ body: device.body([], { maxN: 1, pending: 3 }) })
    const { rows } = await api.devices({})
    expect(rows).toMatchObject([{ id: device.deviceId, user: person.id, waiting: 3, missing: 1 }])
    await api.push({ body: device.body(ops.slice(2), { pending: 4 }) })
    expect((await api.devices({})).rows).toMatchObject([{ waiting: 0, missing: 0 }])
  })
})
