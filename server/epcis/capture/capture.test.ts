import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { captures, epcis, expectValid, partnerDocument, received, record } from '#server/epcis/epcis.fixture.ts'
import { eventIdOf } from '#server/epcis/hash/event-id.ts'
import { keyOf } from '#server/key/key.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase, packs } from '#server/pack/pack.fixture.ts'
import type { CaptureJob } from '#shared/epcis/capture-contract.ts'
import { captureLimits } from '#shared/epcis/capture-contract.ts'

const origin = 'https://tea.example'

let world: TestApp
let person: Person
let codes: string[]
let key: string
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: origin } })
  person = await world.approvedMerchant({ credit: 100 })
  const orderId = await orderOf(world, person, await productOf(world, person), 40)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  key = (await keyOf(world, person, ['events:write', 'events:read'])).key
})
afterAll(() => world.close())

const epcOf = (code: string) => `${origin}/V/${code.split('/').at(-1)!.slice(0, 26)}`
const next = () => epcOf(codes.shift()!)

type Options = { by?: string; behaviour?: string; query?: string }
async function send(document: object, { by = key, behaviour, query = '' }: Options = {}) {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/epcis/capture${query}`,
    headers: {
      authorization: `Bearer ${by}`,
      ...(behaviour !== undefined && { 'gs1-capture-error-behaviour': behaviour }),
    },
    payload: document,
  })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
}
const capture = async (...events: object[]): Promise<CaptureJob> => (await send(partnerDocument(...events))).body
const query = async (asked: object, by = person) => {
  const document = await epcis(world, by).events({ query: asked as never })
  expectValid(document)
  return document.epcisBody.queryResults.resultsBody.eventList
}

test('keeps an event of a partner, marked as the word of the partner, under its own id', async () => {
  const epc = next()
  const event = received([epc, 'urn:epc:id:sgtin:9506000.013435.1'], { 'depot:gate': '4' })
  const { status, headers, body } = await send(partnerDocument(event))
  expect([status, headers.location]).toEqual([202, `/api/epcis/capture/${body.captureID}`])
  expect(body).toMatchObject({ running: false, success: true, captureErrorBehaviour: 'rollback', errors: [] })
  expect(await captures(world, person).job({ params: { id: body.captureID } })).toEqual(body)
  const [found, ...more] = await query({ MATCH_epc: epc })
  expect(more).toEqual([])
  expect(found).toMatchObject({ ...event, 'assay:reportedBy': 'ERP' })
  expect(found!.eventID).toBe(eventIdOf(event, { depot: 'https://depot.example/' }))
  const alone = await epcis(world, person).event({ params: { eventID: found!.eventID } })
  expectValid(alone)
  expect(alone).toMatchObject({ ...event, 'assay:reportedBy': 'ERP' })
})

test('stores an event once, however often and however it is written', async () => {
  const epc = next()
  await capture(received([epc]))
  const again = { eventTime: '2026-11-27T08:00:00Z', bizStep: 'https://ref.gs1.org/cbv/BizStep-receiving' }
  expect(await capture(received([epc]), received([epc], again))).toMatchObject({ success: true })
  expect(await query({ MATCH_epc: epc })).toHaveLength(1)
})

test('does not store an event that Assay itself has written', async () => {
  const box = await packCase(world, person, codes.splice(0, 1))
  await record(world, person, 'pack', box.id)
  const [own] = await query({ MATCH_parentID: `${origin}/packages/${box.id}` })
  expect(await capture(own!)).toMatchObject({ success: true })
  expect(await query({ MATCH_parentID: `${origin}/packages/${box.id}` })).toEqual([own])
})

test('rejects the whole document when one event names no own code, and names the event', async () => {
  const epc = next()
  const foreign = received(['https://id.gs1.org/01/09506000134352/21/00000000000000000001'])
  const job = await capture(received([epc]), foreign)
  expect(job).toMatchObject({
    success: false,
    errors: [{ status: 400, instance: '/epcisBody/eventList/1', type: 'epcisException:ValidationException' }],
  })
  expect(await query({ MATCH_epc: epc })).toEqual([])
  const { body } = await send(partnerDocument(received([epc]), foreign), { behaviour: 'proceed' })
  expect(body).toMatchObject({ success: false, captureErrorBehaviour: 'proceed', errors: [{}] })
  expect(await query({ MATCH_epc: epc })).toHaveLength(1)
})

test('captures the events of a query document, and knows its own ones again', async () => {
  const [epc, packed] = [next(), codes.splice(0, 1)]
  const box = await packCase(world, person, packed)
  await record(world, person, 'pack', box.id)
  await capture(received([epc]))
  const known = { MATCH_anyEPC: `${origin}/packages/${box.id}|${epc}` }
  const answer = await epcis(world, person).events({ query: known as never })
  const before = answer.epcisBody.queryResults.resultsBody.eventList
  expect(before).toHaveLength(2)
  const fresh = received([next()], { bizStep: 'storing' })
  const document = structuredClone(answer)
  document.epcisBody.queryResults.resultsBody.eventList.push(fresh as never)
  expect((await send(document)).body).toMatchObject({ success: true })
  expect(await query(known)).toEqual(before)
  expect(await query({ MATCH_epc: fresh.epcList[0] })).toMatchObject([
    { bizStep: 'storing', 'assay:reportedBy': 'ERP' },
  ])
  const [ours] = before.filter((event) => 'assay:reportedBy' in event)
  document.epcisBody.queryResults.resultsBody.eventList = [{ ...ours!, bizStep: 'shipping' }]
  expect((await send(document)).body.errors).toMatchObject([{ title: expect.stringContaining('reserved') }])
})

test('says that XML is not captured', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml', 'accept-language': 'en' }
  const payload = '<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1"/>'
  const answer = await world.app.inject({ method: 'POST', url: '/api/epcis/capture', headers, payload })
  expect([answer.statusCode, answer.json().error]).toEqual([415, 'epcisCapture.xml'])
  expect(answer.json().message).toContain('JSON-LD')
})

test('names why an event is not captured', async () => {
  const far = received([next()], { eventTime: '2099-01-01T00:00:00Z' })
  const noDay = received([next()], { eventTime: '2026-02-31T25:00:00Z' })
  const ours = received([next()], { 'assay:reportedBy': 'Assay' })
  const long = received([next()], { eventID: `urn:x:${'1'.repeat(1000)}` })
  const eventID = 'urn:uuid:11111111-1111-4111-8111-111111111111'
  const [first, second] = [received([next()], { eventID }), received([next()], { eventID })]
  const { errors } = await capture(far, noDay, ours, long, first, second)
  expect(errors.map(({ instance, title }) => [instance.at(-1), title])).toEqual([
    ['0', expect.stringContaining('more than a day ahead')],
    ['1', expect.stringContaining('more than a day ahead')],
    ['2', expect.stringContaining('reserved')],
    ['3', expect.stringContaining('too long')],
    ['5', expect.stringContaining('eventID')],
  ])
})

test('rejects a document that does not follow the schema of GS1, and names the place', async () => {
  const { status, body } = await send(partnerDocument(received([next()], { bizStep: 'flying' })))
  expect([status, body.error, body.details.issues[0].path]).toEqual([
    400,
    'core.invalid',
    'epcisBody.eventList.0.bizStep',
  ])
  const wrong = [
    { ...partnerDocument(received([next()])), type: 'EPCISQueryDocument' },
    { ...partnerDocument(received([next()])), type: 'EPCISMasterDataDocument' },
    partnerDocument(),
    partnerDocument({ type: 'ObjectEvent', eventTime: '2026-11-27T09:00:00Z', eventTimeZoneOffset: '+00:00' }),
    partnerDocument(...Array.from({ length: captureLimits.events + 1 }, () => received([]))),
    partnerDocument(received([next()], { eventTime: 'yesterday' })),
    partnerDocument(received([next()], { 'depot:gate': 'a\0b' })),
    partnerDocument(received(Array.from({ length: captureLimits.things + 1 }, (_, n) => `urn:x:${n}`))),
  ]
  for (const document of wrong) expect((await send(document)).status).toBe(400)
  expect((await send(partnerDocument(received([next()])), { behaviour: 'maybe' })).status).toBe(400)
})

test('finds what a partner reports about a package in the journey of its codes, while they were inside', async () => {
  const inside = codes.splice(0, 1)
  const box = await packCase(world, person, inside)
  const pallet = await packs(world, person).create({ body: { kind: 'pallet', contents: [box.id] } })
  const parent = `${origin}/packages/${pallet.id}`
  const at = (seconds: number) => new Date(new Date(pallet.packed_at).getTime() + seconds * 1000).toISOString()
  expect(
    await capture(
      received([parent], { eventTime: at(-3600), bizStep: 'storing' }),
      received([parent], { eventTime: at(3600), bizStep: 'arriving' }),
    ),
  ).toMatchObject({ success: true })
  const steps = async (asked: object) => (await query({ captured: 'true', ...asked })).map(({ bizStep }) => bizStep)
  expect(await steps({ journeyOf: inside[0] })).toEqual(['arriving'])
  expect(await steps({ MATCH_epc: inside[0] })).toEqual([])
  expect(await steps({ MATCH_epc: parent })).toEqual(['arriving', 'storing'])
})

test('mixes events of both sources in the order of their times, page by page', async () => {
  const code = codes.shift()!
  const box = await packCase(world, person, [code])
  await record(world, person, 'pack', box.id)
  await capture(received([epcOf(code)], { bizStep: 'storing' }), received([epcOf(code)], { bizStep: 'arriving' }))
  const asked = { MATCH_epc: epcOf(code), orderDirection: 'ASC' }
  const all = await query(asked)
  expect(all.map((event) => [event.bizStep, event['assay:reportedBy']]).sort()).toEqual([
    ['arriving', 'ERP'],
    ['packing', undefined],
    ['storing', 'ERP'],
  ])
  const seen: unknown[] = []
  let url: string | undefined = `/api/epcis/events?${new URLSearchParams({ ...asked, perPage: '1' })}`
  while (url) {
    const answer: { headers: Record<string, unknown>; body: string } = await world.app.inject({
      url,
      headers: { authorization: `Bearer ${key}` },
    })
    seen.push(...JSON.parse(answer.body).epcisBody.queryResults.resultsBody.eventList)
    url = /^<https:\/\/tea\.example(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(all)
  expect(await query({ ...asked, captured: 'false' })).toMatchObject([{ bizStep: 'packing' }])
})

test('declares an error only at the word of the same reporter', async () => {
  const epc = next()
  await capture(received([epc]))
  const mistaken = received([epc], { errorDeclaration: { declarationTime: '2026-11-27T12:00:00Z' } })
  const { key: other } = await keyOf(world, person, ['events:write'])
  await send(partnerDocument(mistaken), { by: other })
  expect((await query({ MATCH_epc: epc }))[0]).not.toHaveProperty('errorDeclaration')
  await capture(mistaken)
  expect((await query({ MATCH_epc: epc }))[0]).toHaveProperty('errorDeclaration')
})

test('hides an event for the merchant, also when it is reported again', async () => {
  const epc = next()
  await capture(received([epc]))
  const [{ eventID } = { eventID: '' }] = await query({ MATCH_epc: epc })
  const api = captures(world, person)
  await expect(captures(world, await world.approvedMerchant()).remove({ params: { eventID } })).rejects.toMatchObject({
    status: 404,
  })
  await api.remove({ params: { eventID } })
  await capture(received([epc]))
  expect(await query({ MATCH_epc: epc })).toEqual([])
  await expect(epcis(world, person).event({ params: { eventID } })).rejects.toMatchObject({ status: 404 })
  await expect(api.remove({ params: { eventID } })).rejects.toMatchObject({ status: 404 })
  const answer = await world.app.inject({
    method: 'DELETE',
    url: `/api/epcis/events/${encodeURIComponent(eventID)}`,
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.statusCode).toBe(403)
})

test('lets a key read its own captures only, and a person all of them', async () => {
  const { key: other } = await keyOf(world, person, ['events:write'])
  const { body } = await send(partnerDocument(received([next()])), { by: other })
  const get = async (path: string, by: string) =>
    world.app.inject({ url: `/api/epcis/capture${path}`, headers: { authorization: `Bearer ${by}` } })
  expect((await get(`/${body.captureID}`, key)).statusCode).toBe(404)
  expect((await get(`/${body.captureID}`, other)).statusCode).toBe(200)
  expect(JSON.parse((await get('', other)).body)).toEqual([body])
  const link = String((await get('?perPage=1', key)).headers.link)
  expect(link).toMatch(/^<https:\/\/tea\.example\/api\/epcis\/capture\?perPage=1&nextPageToken=.*>; rel="next"$/)
  expect((await captures(world, person).jobs({ query: {} })).map(({ captureID }) => captureID)).toContain(
    body.captureID,
  )
})

test('asks a person who reports, and limits what is reported in a day', async () => {
  const api = captures(world, person)
  const body = partnerDocument(received([next()]))
  await expect(api.capture({ query: {}, body })).rejects.toMatchObject({ code: 'epcisCapture.reporterMissing' })
  await api.capture({ query: { reportedBy: 'Depot Nord' }, body })
  expect(await query({ captured: 'true', perPage: '1', orderBy: 'recordTime' })).toMatchObject([
    { 'assay:reportedBy': 'Depot Nord' },
  ])
  await world.database.query('update epcis_capture set events = $2 where merchant_id = $1', [
    person.merchantId,
    captureLimits.eventsPerDay,
  ])
  await expect(api.capture({ query: { reportedBy: 'Depot' }, body })).rejects.toMatchObject({ status: 429 })
  await world.database.query("update epcis_capture set created_at = now() - interval '31 days'")
  await api.capture({ query: { reportedBy: 'Depot' }, body })
  expect(await api.jobs({ query: {} })).toHaveLength(1)
})
