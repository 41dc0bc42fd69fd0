import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { packEntity } from '#shared/pack/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { packs } from './pack.fixture.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 100 })
  const orderId = await orderOf(world, person, await productOf(world, person), 30)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  await packs(world, person).setNumbering({ body: { company_prefix: '4006381' } })
})
afterAll(() => world.close())

const device = () => syncingDevice(world, person, packEntity)
const take = (count: number) => codes.splice(0, count)
const create = (kind: 'case' | 'pallet', contents: string[]) => ({
  kind: 'create',
  recordId: uuid7(),
  set: { kind, contents, quantity: contents.length, cases: 0, pallet_id: null, packed_at: new Date().toISOString() },
})
const unpacked = (recordId: string, reason: string) => ({
  kind: 'update',
  recordId,
  patch: { unpack_reason: { from: null, to: reason }, unpacked_at: { from: null, to: new Date().toISOString() } },
})

test('numbers a case and its pallet that were packed offline, and sends both to other devices', async () => {
  const [one, other] = [device(), device()]
  await other.pull()
  const [box, pallet] = [create('case', take(2)), create('pallet', [])]
  pallet.set.contents = [box.recordId]
  const first = await one.op(box)
  const second = await one.op({ ...pallet, deps: [first.opId] })
  expect(await one.send(first, second)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  expect(await one.send(first, second)).toMatchObject([{ status: 'duplicate' }, { status: 'duplicate' }])
  const pulled = new Map((await other.pull()).map((row) => [row.id, row.data]))
  expect(pulled.get(box.recordId)).toMatchObject({
    sscc: '040063810000000000',
    pallet_id: pallet.recordId,
    quantity: 2,
  })
  expect(pulled.get(pallet.recordId)).toMatchObject({ sscc: '040063810000000017', cases: 1, quantity: 2 })
})

test('accepts one of two cases that two devices packed with the same code', async () => {
  const [a, b, c] = take(3) as [string, string, string]
  const rivals = await Promise.all([device().does(create('case', [a, b])), device().does(create('case', [c, a]))])
  expect(rivals.map(({ status }) => status).sort()).toEqual(['applied', 'rejected'])
  const loser = rivals.find(({ status }) => status === 'rejected')
  expect(loser).toMatchObject({ code: 'pack.badRows', details: { count: 1, errors: [{ code: a, problem: 'packed' }] } })
})

test('takes a case apart that was packed in the same push, and keeps the first of two reasons', async () => {
  const me = device()
  const box = create('case', take(1))
  const made = await me.op(box)
  const apart = await me.op({ ...unpacked(box.recordId, 'Wrong item'), deps: [made.opId] })
  expect(await me.send(made, apart)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  await device().does(unpacked(box.recordId, 'Other reason'))
  expect(await packs(world, person).read({ params: { id: box.recordId } })).toMatchObject({
    unpack_reason: 'Wrong item',
  })
  expect(await device().does(unpacked(uuid7(), 'None'))).toMatchObject({ status: 'rejected', code: 'pack.notFound' })
})
