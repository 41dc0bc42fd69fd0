import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import type { ShippedProduct } from '#shared/logistic/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { logistics, ship } from './logistic.fixture.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world, { credit: 60 })
  const orders = [await productOf(world, person), await productOf(world, person)]
  const ids = await Promise.all(orders.map((skuId) => orderOf(world, person, skuId, 30)))
  for (const id of ids) await generate(world, id)
  codes = (await Promise.all(ids.map((id) => printedCodes(world, id)))).flat()
})
afterAll(() => world.close())

const device = (by = person) => syncingDevice(world, by, 'logistic')
const mine = () => logistics(world, person)
const take = (count: number) => codes.splice(0, count)
const head = { recipient: 'Tea House', manufacturer_id: 'TAG-1', note: '' }
const [noon, later] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z']

test('syncs a shipment captured offline, with its codes by product, to other devices [OF02 OF03 LO02]', async () => {
  const [one, other] = [device(), device()]
  await other.pull()
  const recordId = uuid7()
  const addresses = [codes[1]!, codes[0]!, codes.at(-1)!]
  codes = codes.slice(2, -1)
  const set = { ...head, identifier: 'POST-1', addresses, quantity: 3, delivered_at: null, createdAt: noon }
  const made = await one.op({ kind: 'create', recordId, set })
  const patch = { recipient: { from: 'Tea House', to: 'Ada' }, shipped_at: { from: null, to: noon } }
  const changed = await one.op({ kind: 'update', recordId, deps: [made.opId], patch })
  expect(await one.send(made, changed)).toMatchObject([{ status: 'applied' }, { status: 'applied', ver: 2 }])
  const { version, ...shown } = omit(await mine().read({ params: { id: recordId } }), 'id', 'updatedAt')
  expect(shown).toMatchObject({ identifier: 'POST-1', recipient: 'Ada', shipped_at: noon, quantity: 3 })
  const [pulled] = await other.pull()
  expect(pulled).toMatchObject({ id: recordId, ver: version, data: shown })
  const items = pulled!.data!.items as ShippedProduct[]
  expect(items.map(({ runs }) => runs).sort()).toEqual([[[1, 2]], [[30, 30]]])
  await mine().update({ params: { id: recordId }, body: { ...head, identifier: 'POST-2', shipped_at: noon } })
  expect(await other.pull()).toMatchObject([{ ver: 3, data: { identifier: 'POST-2', recipient: 'Tea House' } }])
})

test('applies a correction of a shipment that another device had already sent [OF03 LO02]', async () => {
  const me = device()
  const recordId = uuid7()
  const set = { ...head, addresses: take(1), quantity: 1, shipped_at: null, delivered_at: null, createdAt: noon }
  const made = await me.op({ kind: 'create', recordId, set })
  await me.send(made)
  const corrected = { ...set, recipient: 'Ada' }
  expect(await me.does({ kind: 'create', recordId, set: corrected, supersedes: made.opId })).toMatchObject({
    status: 'applied',
  })
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ recipient: 'Ada', quantity: 1 })
  const others = { ...corrected, addresses: take(2), quantity: 2, note: 'x' }
  expect(await me.does({ kind: 'create', recordId, set: others, supersedes: made.opId })).toMatchObject({
    status: 'rejected',
    code: 'sync.stands',
  })
  const fewer = { ...corrected, addresses: ['x', ...set.addresses], quantity: 2 }
  expect(await me.does({ kind: 'create', recordId, set: fewer, supersedes: made.opId })).toMatchObject({
    status: 'rejected',
    code: 'sync.stands',
  })
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ note: '', quantity: 1 })
})

test('rejects a bad list as a whole with all errors, and accepts one of two for the same code [OF03 LO02]', async () => {
  const [a, b, c] = take(3) as [string, string, string]
  const me = device()
  await me.does({ kind: 'create', recordId: uuid7(), set: { ...head, addressList: [a] } })
  const bad = await me.does({ kind: 'create', recordId: uuid7(), set: { ...head, addresses: [b, a, 'x'] } })
  expect(bad).toMatchObject({
    status: 'rejected',
    code: 'logistic.badRows',
    details: {
      count: 2,
      errors: [
        { row: 2, problem: 'shipped' },
        { row: 3, problem: 'unreadable' },
      ],
    },
  })
  const rivals = await Promise.all(
    [
      [b, c],
      [c, b],
    ].map((addresses) => device().does({ kind: 'create', recordId: uuid7(), set: { ...head, addresses } })),
  )
  expect(rivals.map(({ status }) => status).sort()).toEqual(['applied', 'rejected'])
})

test('merges the header by field, keeps the first value, and syncs it to the other device [OF03 LO02]', async () => {
  const { id: recordId } = await ship(world, person, take(1), { ...head, identifier: 'M-1' })
  const edit = { kind: 'update', recordId, baseVer: 1 }
  await device().does({ ...edit, patch: { recipient: { from: 'Tea House', to: 'Ada' } } })
  const patch = { recipient: { from: 'Tea House', to: 'Mei' }, note: { from: '', to: 'Cold' } }
  expect(await device().does({ ...edit, patch })).toMatchObject({
    status: 'merged',
    ver: 3,
    details: { clashes: { recipient: { kept: 'Ada', offered: 'Mei', by: { user: person.id, name: person.email } } } },
  })
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ recipient: 'Ada', note: 'Cold', version: 3 })
})

test('keeps the first of two arrivals that are stated within a minute, without a conflict [OF03 LO02]', async () => {
  const { id: recordId } = await ship(world, person, take(1), head)
  const arrive = (to: string) => ({ kind: 'update', recordId, baseVer: 1, patch: { delivered_at: { from: null, to } } })
  await device().does(arrive(noon))
  const soon = new Date(Date.parse(noon) + 59_000).toISOString()
  const second = await device().does(arrive(soon))
  expect([second.status, second.details]).toEqual(['applied', undefined])
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ delivered_at: noon })
})

test('sets arrival and the log end once, and allows a removal by a sender that has seen them [OF03 LO02]', async () => {
  const { id: recordId } = await ship(world, person, take(1), head)
  const params = { id: recordId }
  const arrive = (to: string | null, from: string | null = null) => ({
    kind: 'update',
    recordId,
    baseVer: 1,
    patch: { delivered_at: { from, to } },
  })
  expect(await device().does(arrive(noon))).toMatchObject({ status: 'applied', ver: 2 })
  const clashes = { delivered_at: { kept: noon, offered: later } }
  expect(await device().does(arrive(later))).toMatchObject({ status: 'merged', details: { clashes } })
  expect(await device().does(arrive(null, later))).toMatchObject({ status: 'merged' })
  expect(await mine().read({ params })).toMatchObject({ delivered_at: noon })
  // A sender that saw the value may replace or remove it.
  for (const [from, to] of [
    [noon, later],
    [later, noon],
  ] as const) {
    expect(await device().does(arrive(to, from))).not.toHaveProperty('details')
    expect(await mine().read({ params })).toMatchObject({ delivered_at: to })
  }
  expect(await device().does(arrive(null, noon))).not.toHaveProperty('details')
  const ended = { logging_ended_at: { from: null, to: later } }
  await device().does({ kind: 'update', recordId, patch: ended })
  expect(await mine().read({ params })).toMatchObject({ delivered_at: null, logging_ended_at: later })
  const plain = await ship(world, person, take(1), { ...head, manufacturer_id: null })
  const none = await device().does({ kind: 'update', recordId: plain.id, patch: ended })
  expect(none).toMatchObject({ status: 'rejected', code: 'logistic.noLog' })
})

test('prefers an edit to a removal that did not see it, and releases the codes on removal [OF03 LO02]', async () => {
  const list = take(1)
  const { id: recordId } = await ship(world, person, list, head)
  const me = device()
  await me.does({ kind: 'update', recordId, baseVer: 1, patch: { note: { from: '', to: 'Cold' } } })
  expect(await device().does({ kind: 'remove', recordId, baseVer: 1 })).toMatchObject({ status: 'merged', ver: 2 })
  expect(await device().does({ kind: 'remove', recordId, baseVer: 2 })).toMatchObject({ status: 'applied', ver: 3 })
  expect(await me.pull()).toContainEqual({ entity: 'logistic', id: recordId, ver: 3, gone: 'deleted' })
  expect(await me.does({ kind: 'create', recordId: uuid7(), set: { ...head, addresses: list } })).toMatchObject({
    status: 'applied',
  })
})

test('rejects a missing feature or right and another merchant as calls do, and reveals no data [OF03 LO02]', async () => {
  const set = { ...head, addresses: take(1) }
  const create = { kind: 'create', set }
  expect(await device(await world.approvedMerchant()).does(create)).toMatchObject({ code: 'feature.temperature' })
  const helper = await world.signUp({ role: 'customerservice', merchantId: person.merchantId! })
  expect(await device(helper).does(create)).toMatchObject({ code: 'sync.forbidden' })
  const other = device(await fieldMerchant(world))
  expect(await other.pull()).toEqual([])
  expect(await other.does(create)).toMatchObject({ details: { errors: [{ row: 1, problem: 'unknown' }] } })
  const recordId = uuid7()
  expect(await device().does({ ...create, recordId })).toMatchObject({ status: 'applied' })
  const steal = { kind: 'update', recordId, patch: { note: { to: 'Mine' } } }
  expect(await other.does(steal)).toMatchObject({ status: 'rejected', code: 'logistic.notFound' })
  expect(await device().does({ kind: 'update', recordId: randomUUID(), patch: {} })).toMatchObject({
    status: 'rejected',
  })
  const unnamed = await device().does({ ...create, set: { ...set, recipient: '' } })
  expect(unnamed).toMatchObject({ status: 'rejected', code: 'core.invalid' })
})

test('moves codes from one shipment to another in one push, and a note reopens no shipment [OF03 LO02]', async () => {
  const [code] = take(1)
  const body = { identifier: 'x', recipient: 'x', shipped_at: noon }
  const old = await ship(world, person, [code!], { recipient: 'x' })
  const { delivered_at } = await mine().update({ params: { id: old.id }, body: { ...body, delivered: true } })
  const next = await ship(world, person, [code!], { recipient: 'x' })
  const me = device()
  const update = (recordId: string, baseVer: number, patch: object) =>
    me.op({ kind: 'update', recordId, baseVer, patch: patch as never })
  const arrives = await update(next.id, 1, { delivered_at: { from: null, to: noon } })
  const opens = await update(old.id, 2, { delivered_at: { from: delivered_at, to: null } })
  expect(await me.send(arrives, opens)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  await me.send(await update(old.id, 3, { delivered_at: { from: null, to: later } }))
  const noted = await update(old.id, 4, { note: { from: '', to: 'paid' } })
  const opensNext = await update(next.id, 2, { delivered_at: { from: noon, to: null } })
  expect(await me.send(noted, opensNext)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  // Two concurrent pushes must not ship the same code twice either.
  expect(
    await me.does({ kind: 'update', recordId: old.id, baseVer: 5, patch: { delivered_at: { from: later, to: null } } }),
  ).toMatchObject({
    status: 'rejected',
    code: 'logistic.shipped',
    details: { count: 1 },
  })
})

test('stores the time at which a shipment left, or the time of receipt if the clock is far off [OF02 LO02]', async () => {
  const me = device()
  const day = 86_400_000
  const shippedAt = async (away: number) => {
    const deviceTime = new Date(Date.now() + away).toISOString()
    const recordId = uuid7()
    const set = {
      ...head,
      addresses: take(1),
      quantity: 1,
      shipped_at: deviceTime,
      delivered_at: null,
      createdAt: deviceTime,
    }
    const made = await me.op({ kind: 'create', recordId, set })
    expect(await me.send(made)).toMatchObject([{ status: 'applied' }])
    // The response may be lost, and the same push sent again.
    await me.send(made)
    const read = await mine().read({ params: { id: recordId } })
    return { deviceTime, ...read }
  }
  const late = await shippedAt(-2 * 3_600_000)
  expect(late.shipped_at).toBe(late.deviceTime)
  expect(Date.parse(late.createdAt)).toBeGreaterThan(Date.parse(late.deviceTime) + 3_600_000)
  for (const away of [3_600_000, 400 * day, -400 * day]) {
    const wrong = await shippedAt(away)
    expect(Math.abs(Date.parse(wrong.shipped_at!) - Date.parse(wrong.createdAt))).toBeLessThan(60_000)
  }
})

test('records the receiver with the arrival, and keeps the first name [OF03 LO02]', async () => {
  const { id: recordId } = await ship(world, person, take(1), { ...head, identifier: 'R-1' })
  const edit = { kind: 'update', recordId, baseVer: 1 }
  const arrival = { delivered_at: { from: null, to: noon } }
  // A device that stored the shipment before there was a receiver sends no previous value.
  const patch = { ...arrival, receiver: { to: 'Ada Lee' } } as never
  expect(await device().does({ ...edit, patch })).toMatchObject({ status: 'applied' })
  const other = { ...arrival, receiver: { from: '', to: 'Mei Lim' } }
  expect(await device().does({ ...edit, patch: other })).toMatchObject({ status: 'merged' })
  expect(await mine().read({ params: { id: recordId } })).toMatchObject({ receiver: 'Ada Lee', delivered_at: noon })
})
