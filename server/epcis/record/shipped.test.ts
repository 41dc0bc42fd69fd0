import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { bindings, blankCodes } from '#server/binding/binding.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { epcis, expectValid, record } from '#server/epcis/epcis.fixture.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase, packs } from '#server/pack/pack.fixture.ts'
import type { EpcisEvent } from '#shared/epcis/contract.ts'

const origin = 'https://tea.example'

let world: TestApp
let person: Person
let skuId: string
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: origin } })
  person = await world.approvedMerchant({ credit: 100 })
  await enableFeatures(world, person, 'temperature')
  skuId = await productOf(world, person)
  const orderId = await orderOf(world, person, skuId, 12)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  await packs(world, person).setNumbering({ body: { company_prefix: '4006381' } })
})
afterAll(() => world.close())

const query = async (asked: object) => {
  const document = await epcis(world, person).events({ query: { orderDirection: 'ASC', ...asked } as never })
  expectValid(document)
  return document.epcisBody.queryResults.resultsBody.eventList
}
const epcOf = (code: string) => `${origin}/V/${code.split('/').at(-1)!.slice(0, 26)}`
const ssccEpc = ({ sscc }: { sscc: string | null }) => `https://id.gs1.org/00/${sscc}`
const listed = (events: readonly EpcisEvent[]) => events.flatMap(({ epcList }) => epcList as string[]).sort()
const steps = (events: readonly EpcisEvent[]) => events.map(({ bizStep }) => bizStep)

test('names the outermost packages of a shipment, and the codes outside of them', async () => {
  const boxes = [await packCase(world, person, codes.slice(0, 2)), await packCase(world, person, codes.slice(2, 4))]
  const pallet = await packs(world, person).create({ body: { kind: 'pallet', contents: [boxes[0]!.id] } })
  const shipment = await ship(world, person, [codes[4]!, pallet.sscc!, boxes[1]!.id])
  const taken = await logistics(world, person).packages({ params: { id: shipment.id }, query: {} })
  expect([taken.total, taken.rows.map(({ id }) => id).sort()]).toEqual([2, [pallet.id, boxes[1]!.id].sort()])
  const { identifier } = shipment
  const body = { identifier, shipped_at: '2026-11-23T08:00:00.000Z', delivered: true }
  await logistics(world, person).update({ params: { id: shipment.id }, body })
  await record(world, person, 'shipment', shipment.id)
  const named = [ssccEpc(pallet), ssccEpc(boxes[1]!), epcOf(codes[4]!)].sort()
  for (const step of ['shipping', 'receiving']) expect(listed(await query({ EQ_bizStep: step }))).toEqual(named)

  const both = ['shipping', 'receiving']
  expect(steps(await query({ MATCH_epc: ssccEpc(pallet) }))).toEqual(both)
  expect(steps(await query({ MATCH_epc: ssccEpc(boxes[0]!) }))).toEqual([])
  expect(steps(await query({ MATCH_epc: codes[0] }))).toEqual([])
  expect(steps(await query({ MATCH_epc: codes[4] }))).toEqual(both)
  for (const code of codes.slice(0, 5)) expect(steps(await query({ journeyOf: code }))).toEqual(both)
  expect(await query({ journeyOf: codes[5] })).toEqual([])

  // Events say what happened: taking the pallet apart later changes nothing.
  await packs(world, person).unpack({ params: { id: pallet.id }, body: { reason: 'Arrived' } })
  await record(world, person, 'shipment', shipment.id)
  expect(listed(await query({ EQ_bizStep: 'shipping' }))).toEqual(named)
})

test('recalls the blank codes that were bound to the product and active', async () => {
  const { codes: blank } = await blankCodes(world, person, 4)
  await bindings(world, person).create({ body: { skuId, addressList: blank.slice(0, 3) } })
  const active = blank.slice(0, 2)
  await activateWaitingBatch(world, (await activate(world, person, active)).id)
  const { rows } = await world.database.query(
    `insert into recall (merchant_id, scope, target, message, public_at) values ($1, 'sku', $2, 'Return it', now()) returning id`,
    [person.merchantId, skuId],
  )
  const tell = () => record(world, person, 'recall', rows[0].id)
  await tell()
  const recalled = [...codes, ...active].map(epcOf).sort()
  expect(listed(await query({ EQ_bizStep: 'holding' }))).toEqual(recalled)
  expect(steps(await query({ MATCH_epc: blank[1], EQ_bizStep: 'holding' }))).toEqual(['holding'])
  for (const code of blank.slice(2)) expect(await query({ MATCH_epc: code })).toEqual([])

  // A code that is activated later is recalled for shoppers, but was not in the event.
  await activateWaitingBatch(world, (await activate(world, person, [blank[2]!])).id)
  await world.database.query('update recall set ended_at = now() where id = $1', [rows[0].id])
  await tell()
  expect(listed(await query({ EQ_bizStep: 'holding' }))).toEqual(recalled)
  const ended = (await query({})).filter((event) => JSON.stringify(event).includes('unset'))
  expect(listed(ended)).toEqual(recalled)
})
