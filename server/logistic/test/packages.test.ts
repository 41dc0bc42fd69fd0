import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase, packs } from '#server/pack/pack.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import type { Pack } from '#shared/pack/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

let world: TestApp
let owner: Person
let printed: string[]
beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world, { credit: 30 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 12)
  await generate(world, orderId)
  printed = await printedCodes(world, orderId)
})
afterAll(() => world.close())

test('ships the codes in cases and pallets, and rejects those that are apart, on a pallet or listed twice', async () => {
  const api = packs(world, owner)
  await api.setNumbering({ body: { company_prefix: '4006381' } })
  const boxes = []
  for (const at of [0, 2, 4, 6]) boxes.push(await packCase(world, owner, printed.slice(at, at + 2)))
  const [one, two, three, apart] = boxes as [Pack, Pack, Pack, Pack]
  const pallet = await api.create({ body: { kind: 'pallet', contents: [one.id, two.id] } })
  await api.unpack({ params: { id: apart.id }, body: { reason: 'Opened in error' } })
  const rows = [printed[4]!, `00${pallet.sscc}`, one.sscc!, three.identifier, apart.id, 'x']
  await expect(ship(world, owner, rows)).rejects.toMatchObject({
    code: 'logistic.badRows',
    details: {
      errors: [
        { row: 3, code: one.sscc, problem: 'packed' },
        { row: 4, code: three.identifier, problem: 'duplicate' },
        { row: 5, code: apart.id, problem: 'apart' },
        { row: 6, code: 'x', problem: 'unreadable' },
      ],
    },
  })
  const shipment = await ship(world, owner, [printed[8]!, `00${pallet.sscc}`, three.id])
  expect(shipment.quantity).toBe(7)
  const items = await logistics(world, owner).items({ params: { id: shipment.id }, query: {} })
  expect(items.rows.map(({ serial_no }) => serial_no).sort()).toEqual([1, 2, 3, 4, 5, 6, 9])
  // The journey of an item is that of the pallet on which it is.
  const { id: batchId } = await activate(world, owner, printed.slice(0, 1))
  await activateWaitingBatch(world, batchId)
  const [, a, p] = /([0-9A-Z]{26})([0-9A-Z]{16})$/.exec(printed[0]!)!
  expect((await world.app.inject(`/api/logistic/accessToken?a=${a}&p=${p}`)).json()).toMatchObject({ delivered: false })
  await expect(ship(world, owner, [pallet.id])).rejects.toMatchObject({
    details: { errors: [{ row: 1, code: pallet.id, problem: 'shipped' }] },
  })
})

test('accepts the correction of a sent shipment with a package, but not another package', async () => {
  const [box, other] = [
    await packCase(world, owner, printed.slice(9, 10)),
    await packCase(world, owner, printed.slice(10, 12)),
  ]
  const me = syncingDevice(world, owner, 'logistic')
  const recordId = uuid7()
  const set = { recipient: 'Tea House', manufacturer_id: null, note: '', addresses: [box.id], quantity: 1 }
  const made = await me.op({ kind: 'create', recordId, set })
  expect(await me.send(made)).toMatchObject([{ status: 'applied' }])
  const again = { kind: 'create', recordId, supersedes: made.opId }
  expect(await me.does({ ...again, set: { ...set, recipient: 'Ada' } })).toMatchObject({ status: 'applied' })
  expect(await me.does({ ...again, set: { ...set, addresses: [other.id] } })).toMatchObject({
    status: 'rejected',
    code: 'sync.stands',
  })
  expect(await logistics(world, owner).read({ params: { id: recordId } })).toMatchObject({
    recipient: 'Ada',
    quantity: 1,
  })
})
