import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { createCodeReader } from '#server/order/service.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { createLogistics } from './create.ts'
import { logistics, ship } from './logistic.fixture.ts'
import { removeLogistics } from './remove.ts'
import { updateLogistics } from './update.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await fieldMerchant(world, { credit: 200 })
  codes = await printed(person, 120)
})
afterAll(() => world.close())

async function printed(owner: Person, quantity: number): Promise<string[]> {
  const orderId = await orderOf(world, owner, await productOf(world, owner), quantity)
  await generate(world, orderId)
  return printedCodes(world, orderId)
}

const take = (count: number) => codes.splice(0, count)
const ownApi = () => logistics(world, person)
const run = <T>(work: (tx: Tx, merchantId: string) => Promise<T>) =>
  world.services.db.tenant(person.merchantId!, (tx) => work(tx, person.merchantId!))
const edit = { recipient: 'Tea House', identifier: 'POST-1', shipped_at: '2026-11-20T09:00:00Z' }

test('codes are shipped, counted, listed by product, changed and removed, with audit entries [LO02]', async () => {
  const list = take(3)
  const created = await ship(world, person, list, { manufacturer_id: 'TAG-1', note: 'Fragile' })
  expect(created).toMatchObject({
    recipient: 'Tea House',
    manufacturer_id: 'TAG-1',
    note: 'Fragile',
    quantity: 3,
    version: 1,
    shipped_at: null,
    delivered_at: null,
    logging_ended_at: null,
  })
  expect(created.identifier).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const params = { id: created.id }
  const { rows, total } = await ownApi().items({ params, query: { limit: 2 } })
  expect(total).toBe(3)
  expect(rows.map(({ serial_no, sku }) => [serial_no, sku.name])).toEqual([
    [1, 'Tea'],
    [2, 'Tea'],
  ])
  expect(list[0]).toContain(rows[0]!.address)
  const same = await world.api(activationContract, person).codes({ query: { logisticId: created.id } })
  expect(same.rows.map(({ serial_no, state }) => [serial_no, state])).toEqual([1, 2, 3].map((no) => [no, 'Inactive']))
  const changed = await ownApi().update({ params, body: edit })
  expect(changed).toMatchObject({ identifier: 'POST-1', shipped_at: '2026-11-20T09:00:00.000Z', note: 'Fragile' })
  expect(await ownApi().update({ params, body: { ...edit, note: '' } })).toMatchObject({ note: '', version: 3 })
  await ownApi().remove({ params })
  await expect(ownApi().read({ params })).rejects.toMatchObject({ status: 404, code: 'logistic.notFound' })
  const { rows: trail } = await world.database.query('select action from audit_entry where subject = $1 order by seq', [
    created.id,
  ])
  expect(trail.map(({ action }) => action.split('.')[1])).toEqual(['create', 'update', 'update', 'remove'])
})

test('lists shipments newest first, sorted, searched and paged [LO01]', async () => {
  const owner = await fieldMerchant(world, { credit: 10 })
  const [a, b, c] = (await printed(owner, 3)) as [string, string, string]
  const first = await ship(world, owner, [a], { recipient: 'Zoe', identifier: 'P-1' })
  await ship(world, owner, [b, c], { recipient: 'Ada', identifier: 'P-2', note: 'zoe knows' })
  const api = logistics(world, owner)
  const list = async (query: object) => (await api.list({ query })).rows.map(({ identifier }) => identifier)
  expect(await list({})).toEqual(['P-2', 'P-1'])
  expect(await list({ sort: 'identifier' })).toEqual(['P-1', 'P-2'])
  expect(await list({ sort: '-quantity', limit: 1, page: 2 })).toEqual(['P-1'])
  expect(await list({ search: 'ZOE', sort: 'recipient' })).toEqual(['P-2', 'P-1'])
  expect(await list({ search: 'P-1' })).toEqual([first.identifier])
})

test('reports missing fields in the words of the specification [LO01]', async () => {
  const issues = (body: object) =>
    ownApi()
      .create({ body: body as never })
      .catch(({ details }) => details.issues.map(({ message }: { message: string }) => message))
  expect(await issues({})).toEqual(['Please fill in the recipient name', 'Please select an ID', 'Please select a file'])
  expect(await issues({ recipient: ' ', manufacturer_id: '', addresses: [] })).toEqual([
    'Please fill in the recipient name',
    'Please select an ID',
    'Please select a file',
  ])
  const created = await ship(world, person, take(1))
  const change = ownApi().update({ params: created, body: { recipient: 'Tea House' } as never })
  await expect(change).rejects.toMatchObject({
    details: {
      issues: [
        { path: 'identifier', message: 'Please fill in the identifier' },
        { path: 'shipped_at', message: 'Please pick a date' },
      ],
    },
  })
})

test('reports every bad row with its reason, and ships no code [LO02]', async () => {
  const [travelling, good, twin, forged] = take(4) as [string, string, string, string]
  const [foreign] = await printed(await fieldMerchant(world, { credit: 1 }), 1)
  await ship(world, person, [travelling])
  const wrong = forged.slice(0, -1) + (forged.endsWith('0') ? '1' : '0')
  const list = [good, 'https://example.com', travelling, wrong, twin, twin, foreign!]
  const before = (await ownApi().list({ query: {} })).total
  await expect(ship(world, person, list)).rejects.toMatchObject({
    status: 409,
    code: 'logistic.badRows',
    message: 'Codes that cannot be shipped: 5. Nothing was changed.',
    details: {
      count: 5,
      errors: [
        { row: 2, code: 'https://example.com', problem: 'unreadable' },
        { row: 3, code: travelling, problem: 'shipped' },
        { row: 4, code: wrong, problem: 'wrongSecret' },
        { row: 6, code: twin, problem: 'duplicate' },
        { row: 7, code: foreign, problem: 'unknown' },
      ],
    },
  })
  expect((await ownApi().list({ query: {} })).total).toBe(before)
})

test('accepts a code in one open shipment, also in concurrent calls, and again after it arrived [LO02]', async () => {
  const list = take(2)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => ship(world, person, list)))
  const accepted = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(accepted).toHaveLength(1)
  const first = accepted[0]!.value
  const arrived = await ownApi().update({ params: first, body: { ...edit, delivered: true } })
  expect(arrived.delivered_at).not.toBeNull()
  const later = await ownApi().update({ params: first, body: { ...edit, delivered: true } })
  expect(later).toEqual(arrived)
  const second = await ship(world, person, list.slice(1))
  await expect(ownApi().update({ params: first, body: { ...edit, delivered: false } })).rejects.toMatchObject({
    status: 409,
    code: 'logistic.shipped',
    details: { count: 1 },
  })
  await ownApi().remove({ params: second })
  const undone = await ownApi().update({ params: first, body: { ...edit, delivered: false } })
  expect(undone.delivered_at).toBeNull()
  await expect(ship(world, person, list)).rejects.toMatchObject({ code: 'logistic.badRows' })
})

test('sets the end of a temperature log once, and requires a tag [LO02]', async () => {
  const withoutTag = await ship(world, person, take(1))
  const body = { ...edit, logging_ended: true }
  await expect(ownApi().update({ params: withoutTag, body })).rejects.toMatchObject({ code: 'logistic.noLog' })
  const tagged = await ship(world, person, take(1), { manufacturer_id: 'TAG-2' })
  const ended = await ownApi().update({ params: tagged, body })
  expect(ended.logging_ended_at).not.toBeNull()
  expect(await ownApi().update({ params: tagged, body })).toEqual(ended)
})

test('creates one shipment when the call is repeated, and rejects other content with its id [LO02]', async () => {
  const [list, id] = [take(2), randomUUID()]
  const both = await Promise.all([ship(world, person, list, { id }), ship(world, person, list, { id })])
  expect(both[0]).toEqual(both[1])
  const idTaken = { status: 409, code: 'core.idTaken' }
  await expect(ship(world, person, take(1), { id })).rejects.toMatchObject(idTaken)
  const other = await fieldMerchant(world, { credit: 1 })
  await expect(ship(world, other, await printed(other, 1), { id })).rejects.toMatchObject(idTaken)
  expect((await logistics(world, other).list({ query: {} })).total).toBe(0)
})

test('assigns a code of several shipments in a list to the first, and rejects only bad shipments [LO02]', async () => {
  const [a, b, c] = take(3) as [string, string, string]
  const input = (...addresses: string[]) => ({ recipient: 'Ada', manufacturer_id: null, note: '', addresses })
  const inputs = [input(a, b), input(b, c), input(c)]
  const read = createCodeReader(world.services.config.codeKey)
  const outcomes = await run((tx, merchantId) => createLogistics(tx, { merchantId }, inputs, read))
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'rejected', 'applied'])
  expect(outcomes[1]).toMatchObject({ problem: { details: { errors: [{ row: 1, problem: 'shipped' }] } } })
})

test('merges fields against the version that the device last saw; an edit wins over a removal [LO02]', async () => {
  const { id } = await ship(world, person, take(1), { identifier: 'M-1' })
  const change = (fields: object, from: object = {}) =>
    run((tx, merchantId) => updateLogistics(tx, merchantId, [{ id, fields, from }]))
  await change({ recipient: 'Ada' }, { recipient: 'Tea House' })
  const stale = await change({ recipient: 'Mei', note: 'Cold' }, { recipient: 'Tea House', note: '' })
  expect(stale).toMatchObject([{ status: 'merged', conflicts: [{ path: 'recipient' }], version: 3 }])
  const remove = (version: number) => run((tx, merchantId) => removeLogistics(tx, merchantId, [{ id, version }]))
  expect(await remove(2)).toMatchObject([{ status: 'rejected', problem: { kind: { code: 'logistic.changed' } } }])
  expect(await remove(3)).toMatchObject([{ status: 'applied' }])
  expect(await change({ note: 'Warm' })).toMatchObject([{ status: 'applied', version: 5 }])
  expect(await ownApi().read({ params: { id } })).toMatchObject({ recipient: 'Ada', note: 'Warm' })
})

test("responds 404 to another merchant's shipment, and rejects a merchant without the feature [LO02]", async () => {
  const created = await ship(world, person, take(1))
  const otherApi = logistics(world, await fieldMerchant(world))
  await expect(otherApi.read({ params: created })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.items({ params: created, query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.update({ params: created, body: edit })).rejects.toMatchObject({ status: 404 })
  await expect(otherApi.remove({ params: created })).rejects.toMatchObject({ status: 404 })
  const withoutFeature = logistics(world, await world.approvedMerchant())
  await expect(withoutFeature.list({ query: {} })).rejects.toMatchObject({ status: 409, code: 'feature.temperature' })
})

test('accepts a list of many codes in one call [LO02]', async () => {
  const owner = await fieldMerchant(world, { credit: 20_000 })
  const many = await printed(owner, 20_000)
  expect(JSON.stringify(many).length).toBeGreaterThan(1024 * 1024)
  expect((await ship(world, owner, many)).quantity).toBe(20_000)
})
