import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { captures, epcis, partnerDocument, received } from '#server/epcis/epcis.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase } from '#server/pack/pack.fixture.ts'
import { verifyContract } from '#shared/verify/contract.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'https://tea.example' } })
  person = await world.approvedMerchant({ credit: 10 })
  const orderId = await orderOf(world, person, await productOf(world, person), 6)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  await activateWaitingBatch(world, (await activate(world, person, codes.slice(0, 5))).id)
})
afterAll(() => world.close())

const epcOf = (code: string) => `https://tea.example/V/${code.split('/').at(-1)!.slice(0, 26)}`
const report = (...events: object[]) =>
  captures(world, person).capture({ query: { reportedBy: 'Depot Nord' }, body: partnerDocument(...events) })
const verify = (code: string) => world.api(verifyContract).verify({ query: { a: code.split('/V/')[1]! } })

test('shows shoppers what a partner reported, as the word of the partner, and changes no verdict', async () => {
  const [one, other] = codes as [string, string]
  await report(
    received([epcOf(one)], { bizStep: 'https://ref.gs1.org/cbv/BizStep-storing' }),
    received([epcOf(one)], { bizStep: 'destroying', disposition: 'destroyed', eventTime: '2026-11-27T10:00:00Z' }),
    received([epcOf(one)], { bizStep: 'https://depot.example/step/polishing', eventTime: '2026-11-27T11:00:00Z' }),
  )
  const by = 'Depot Nord'
  const [told, plain] = [await verify(one), await verify(other)]
  expect(told.partnerReports).toEqual([
    { title: 'Event', at: '2026-11-27T11:00:00.000Z', by },
    { title: 'Destroyed', at: '2026-11-27T10:00:00.000Z', by },
    { title: 'Stored', at: '2026-11-27T08:00:00.000Z', by },
  ])
  expect(plain.partnerReports).toEqual([])
  expect({ ...told.summary, item: told.item }).toEqual({ ...plain.summary, item: plain.item })
  const page = async (language: string) =>
    (await world.app.inject({ url: `/v/${one.split('/V/')[1]}?lang=${language}` })).body
  expect(await page('en')).toMatch(/Stored.*Reported by Depot Nord/s)
  expect(await page('ru')).toMatch(/Сохранено на складе.*По сообщению: Depot Nord/s)
})

test('shows no reports of a code that is not active, nor what was hidden or declared an error', async () => {
  const [hidden, wrong, inactive] = [codes[2]!, codes[3]!, codes[5]!]
  const mistaken = received([epcOf(wrong)])
  await report(received([epcOf(hidden)]), mistaken, received([epcOf(inactive)]))
  for (const code of [hidden, wrong]) expect((await verify(code)).partnerReports).toHaveLength(1)
  expect((await verify(inactive)).partnerReports).toEqual([])
  const { epcisBody } = await epcis(world, person).events({ query: { MATCH_epc: epcOf(hidden) as never } })
  const [{ eventID } = { eventID: '' }] = epcisBody.queryResults.resultsBody.eventList
  await captures(world, person).remove({ params: { eventID } })
  await report({ ...mistaken, errorDeclaration: { declarationTime: '2026-11-27T12:00:00Z' } })
  for (const code of [hidden, wrong]) expect((await verify(code)).partnerReports).toEqual([])
})

test('shows of a package only what was reported while the item was inside', async () => {
  const code = codes[4]!
  const box = await packCase(world, person, [code])
  const at = (seconds: number) => new Date(new Date(box.packed_at).getTime() + seconds * 1000).toISOString()
  const epc = `https://tea.example/packages/${box.id}`
  await report(received([epc], { eventTime: at(60) }), received([epc], { eventTime: at(-60), bizStep: 'storing' }))
  expect((await verify(code)).partnerReports.map(({ title }) => title)).toEqual(['Received'])
})
