import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { epcis, expectValid, jobContext, record } from '#server/epcis/epcis.fixture.ts'
import { recordEarlierEvents } from '#server/epcis/jobs.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase, packs } from '#server/pack/pack.fixture.ts'
import type { EpcisEvent, EpcisQuery } from '#shared/epcis/contract.ts'

const origin = 'https://tea.example'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: origin } })
  person = await world.approvedMerchant({ credit: 1000 })
  const orderId = await orderOf(world, person, await productOf(world, person), 610)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const query = async (asked: Partial<Record<keyof EpcisQuery, string>>, by = person): Promise<EpcisEvent[]> => {
  const document = await epcis(world, by).events({ query: { orderDirection: 'ASC', ...asked } as never })
  expectValid(document)
  return document.epcisBody.queryResults.resultsBody.eventList
}
const told = (events: EpcisEvent[]) => events.map((one) => [one.bizStep, one.parentID])
const epcOf = (code: string) => `${origin}/V/${code.split('/').at(-1)!.slice(0, 26)}`
const ssccEpc = (sscc: string | null) => `https://id.gs1.org/00/${sscc}`
const numbered = () => packs(world, person).setNumbering({ body: { company_prefix: '4006381' } })
const unpack = (id: string) => packs(world, person).unpack({ params: { id }, body: { reason: 'Wrong label' } })

test('tells that a case was packed and taken apart, with its codes as children of its SSCC', async () => {
  await numbered()
  const inside = codes.splice(0, 2)
  const box = await packCase(world, person, inside)
  await record(world, person, 'pack', box.id)
  await unpack(box.id)
  await record(world, person, 'pack', box.id)
  const parentID = ssccEpc(box.sscc)
  const events = await query({ eventType: 'AggregationEvent', MATCH_parentID: parentID })
  const common = { type: 'AggregationEvent', parentID, childEPCs: inside.map(epcOf).sort(), disposition: 'in_progress' }
  expect(events).toEqual([
    expect.objectContaining({ ...common, action: 'ADD', bizStep: 'packing', eventTime: box.packed_at }),
    expect.objectContaining({ ...common, action: 'DELETE', bizStep: 'unpacking' }),
  ])
  expect(events[0]).not.toHaveProperty('epcList')
  expect(events[0]!.eventID).toMatch(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/)
})

test('finds a package by SSCC or id, as parent or as child, and only for its merchant', async () => {
  await numbered()
  const code = codes.splice(0, 1)[0]!
  const box = await packCase(world, person, [code])
  const pallet = await packs(world, person).create({ body: { kind: 'pallet', contents: [box.id] } })
  for (const { id } of [box, pallet]) await record(world, person, 'pack', id)
  const [inBox, onPallet] = [
    ['packing', ssccEpc(box.sscc)],
    ['packing', ssccEpc(pallet.sscc)],
  ]
  const urn = `urn:epc:id:sscc:4006381.${box.sscc![0]}${box.sscc!.slice(8, 17)}`
  for (const name of [ssccEpc(box.sscc), urn, `https://tea.example/00/${box.sscc}`, `${origin}/packages/${box.id}`]) {
    expect(told(await query({ MATCH_parentID: name }))).toEqual([inBox])
    expect(told(await query({ MATCH_epc: name }))).toEqual([onPallet])
    expect(told(await query({ MATCH_anyEPC: name }))).toEqual([inBox, onPallet])
  }
  expect(await query({ MATCH_parentID: ssccEpc(pallet.sscc) })).toMatchObject([{ childEPCs: [ssccEpc(box.sscc)] }])
  expect(told(await query({ MATCH_epc: code }))).toEqual([inBox])
  expect(await query({ MATCH_parentID: code })).toEqual([])
  const other = await world.approvedMerchant()
  expect(await query({ MATCH_anyEPC: ssccEpc(box.sscc) }, other)).toEqual([])
})

test('names a package without SSCC by its address, and divides a case of many codes', async () => {
  await packs(world, person).setNumbering({ body: { company_prefix: null } })
  const inside = codes.splice(0, 600)
  const box = await packCase(world, person, inside)
  await record(world, person, 'pack', box.id)
  const parentID = `${origin}/packages/${box.id}`
  const events = await query({ MATCH_parentID: parentID })
  const children = events.map(({ childEPCs }) => childEPCs as string[])
  expect(events.map((one) => one.parentID)).toEqual([parentID, parentID])
  expect(children.map(({ length }) => length).sort()).toEqual([100, 500])
  expect(children.flat().sort()).toEqual(inside.map(epcOf).sort())
})

test('has the worker record packages, also those that no event told of', async () => {
  const box = await packCase(world, person, codes.splice(0, 1))
  await unpack(box.id)
  await world.deliverEvents()
  const { rows } = await world.database.query("select data from pgboss.job where name = 'epcis.record'")
  const job = { merchantId: person.merchantId, type: 'pack', id: box.id }
  expect(rows.filter(({ data }) => data.id === box.id).map(({ data }) => data)).toEqual([job, job])
  await recordEarlierEvents.run({}, jobContext(world))
  const steps = (await query({ MATCH_parentID: `${origin}/packages/${box.id}` })).map(({ bizStep }) => bizStep)
  expect(steps).toEqual(['packing', 'unpacking'])
})
