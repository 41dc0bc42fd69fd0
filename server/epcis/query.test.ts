import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, printedCodes, productOf } from '#server/order/order.fixture.ts'
import type { EpcisQuery } from '#shared/epcis/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { verdictContract } from '#shared/verdict/contract.ts'
import { epcis, expectValid, record } from './epcis.fixture.ts'

const origin = 'https://tea.example'
const gtin = '09506000134352'

let world: TestApp
let person: Person
let codes: string[]
let batchId: string
let shipmentId: string
let recallId: string
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: origin } })
  person = await world.approvedMerchant({ credit: 100 })
  await enableFeatures(world, person, 'temperature')
  const skuId = await productOf(world, person)
  await world.database.query('update sku set gtin = $2 where id = $1', [skuId, gtin])
  const { id: orderId } = await world.api(orderContract, person).create({ body: { skuId, quantity: 3, link: 'gs1' } })
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  batchId = (await activate(world, person, codes)).id
  await activateWaitingBatch(world, batchId)
  await record(world, person, 'batch', batchId)
  const { id, identifier } = await ship(world, person, codes.slice(0, 2))
  shipmentId = id
  const shipped_at = '2026-11-20T08:00:00.000Z'
  await logistics(world, person).update({ params: { id }, body: { identifier, shipped_at, delivered: true } })
  await record(world, person, 'shipment', id)
  const { sku } = (await world.database.query('select sku from sku where id = $1', [skuId])).rows[0]
  const input = { scope: 'sku' as const, target: skuId, message: 'Bring it back', confirm: sku }
  recallId = (await world.api(verdictContract, person).recall({ body: input })).id
})
afterAll(() => world.close())

type Asked = Partial<Record<keyof EpcisQuery, string>>
const ask = async (query: Asked, by = person) => {
  const document = await epcis(world, by).events({ query: query as never })
  expectValid(document)
  return document.epcisBody.queryResults.resultsBody.eventList
}
const steps = async (query: Asked) => (await ask(query)).map(({ bizStep }) => bizStep)
/** The identity of a printed code. */
const epcOf = (code: string) => `https://id.gs1.org${code.slice(code.indexOf('/01/'))}`

test('tells of activation, shipment and delivery, the newest first', async () => {
  const events = await ask({})
  expect(events.map(({ bizStep, action, disposition }) => [bizStep, action, disposition])).toEqual(
    expect.arrayContaining([
      ['commissioning', 'ADD', 'active'],
      ['shipping', 'OBSERVE', 'in_transit'],
      ['receiving', 'OBSERVE', 'in_progress'],
    ]),
  )
  const times = events.map(({ eventTime }) => eventTime)
  expect(times).toEqual([...times].sort().reverse())
  const shipped = events.find(({ bizStep }) => bizStep === 'shipping')!
  expect(shipped).toMatchObject({
    eventTime: '2026-11-20T08:00:00.000Z',
    eventTimeZoneOffset: '+00:00',
    epcList: codes.slice(0, 2).map(epcOf).sort(),
    bizTransactionList: [{ type: 'desadv', bizTransaction: `${origin}/logistic/${shipmentId}` }],
  })
  expect(shipped.eventID).toMatch(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/)
})

test('tells of a recall only when shoppers can see it, and of its end', async () => {
  await record(world, person, 'recall', recallId)
  expect(await steps({ EQ_bizStep: 'holding' })).toEqual([])
  await world.database.query("update recall set public_at = now() - interval '1 minute' where id = $1", [recallId])
  await record(world, person, 'recall', recallId)
  const [recalled] = await ask({ EQ_bizStep: 'https://ref.gs1.org/cbv/BizStep-holding' })
  expect(recalled).toMatchObject({ disposition: 'recalled', epcList: codes.map(epcOf).sort() })
  await world.api(verdictContract, person).endRecall({ params: { id: recallId }, body: { reason: 'Checked' } })
  await record(world, person, 'recall', recallId)
  const [ended] = await ask({})
  expect(ended).toMatchObject({ persistentDisposition: { unset: ['recalled'] } })
})

test('finds the events of a thing by each of its identifiers', async () => {
  const code = codes[0]!
  const serial = code.slice(code.lastIndexOf('/') + 1)
  const address = code.slice(code.indexOf('/', 8) + 1, code.indexOf('/01/')).slice(0, 6) + serial
  const names = [epcOf(code), code, `${origin}/V/${address}`, `urn:epc:id:sgtin:9506000.013435.${serial}`]
  for (const MATCH_epc of names)
    expect(await steps({ MATCH_epc })).toEqual(expect.arrayContaining(['shipping', 'commissioning']))
  expect(await steps({ MATCH_anyEPC: epcOf(codes[2]!) })).not.toContain('shipping')
  expect(await steps({ MATCH_epc: `urn:x:1|${epcOf(codes[2]!)}` })).toContain('commissioning')
  for (const unknown of ['urn:x:1', 'https://id.gs1.org/01/09506000134352/21/00000000000000000000'])
    expect(await steps({ MATCH_epc: unknown })).toEqual([])
})

test('filters by type, action, step, id and times', async () => {
  const day = { GE_eventTime: '2026-11-20T08:00:00.000Z', LT_eventTime: '2026-11-20T09:00:00+01:00' }
  expect(await steps(day)).toEqual([])
  expect(await steps({ ...day, LT_eventTime: '2026-11-20T09:00:00.001+01:00' })).toEqual(['shipping'])
  expect(await steps({ EQ_action: 'ADD|DELETE' })).toEqual(['commissioning'])
  expect(await steps({ eventType: 'AggregationEvent' })).toEqual([])
  expect(await steps({ EQ_bizStep: 'shipping|receiving', orderDirection: 'ASC' })).toEqual(['shipping', 'receiving'])
  expect(await steps({ LT_recordTime: '2026-01-01T00:00:00Z' })).toEqual([])
  const [event] = await ask({ EQ_bizStep: 'shipping' })
  expect(await ask({ EQ_eventID: event!.eventID })).toEqual([event])
  const alone = await epcis(world, person).event({ params: { eventID: event!.eventID } })
  expectValid(alone)
  expect(alone).toMatchObject(event!)
})

test('has pages that a link leads through', async () => {
  const { key } = await keyOf(world, person, ['events:read'])
  const seen: string[] = []
  let url: string | undefined = '/api/epcis/events?perPage=1&orderBy=recordTime'
  while (url) {
    const answer: { headers: Record<string, unknown>; body: string; statusCode: number } = await world.app.inject({
      url,
      headers: { authorization: `Bearer ${key}` },
    })
    const { headers, body, statusCode } = answer
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'gs1-epcis-version': '2.0.0', 'gs1-cbv-version': '2.0.0' })
    const { eventList } = JSON.parse(body).epcisBody.queryResults.resultsBody
    expect(eventList).toHaveLength(1)
    seen.push(eventList[0].eventID)
    url = /^<https:\/\/tea\.example(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual((await ask({ orderBy: 'recordTime' })).map(({ eventID }) => eventID))
})

test('rejects unknown parameters and values, and shows nothing of others', async () => {
  const { key } = await keyOf(world, person, ['events:read'])
  const wrong = [
    'foo=1',
    'eventType=Party',
    'GE_eventTime=yesterday',
    'orderBy=size',
    'perPage=0',
    'nextPageToken=x',
    'MATCH_epc=',
  ]
  for (const query of wrong) {
    const { statusCode, body } = await world.app.inject({
      url: `/api/epcis/events?${query}`,
      headers: { authorization: `Bearer ${key}` },
    })
    expect([query, statusCode]).toEqual([query, 400])
    if (query === 'foo=1') expect(body).toContain('foo')
  }
  const other = await world.approvedMerchant()
  expect(await ask({ MATCH_epc: epcOf(codes[0]!) }, other)).toEqual([])
  const { eventID } = (await ask({}))[0]!
  await expect(epcis(world, other).event({ params: { eventID } })).rejects.toMatchObject({ status: 404 })
})
