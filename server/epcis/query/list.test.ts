import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { captures, partnerDocument, received, record } from '#server/epcis/epcis.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { packCase, packs } from '#server/pack/pack.fixture.ts'
import { epcisListContract } from '#shared/epcis/list-contract.ts'

let world: TestApp
let person: Person
let codes: string[]
beforeAll(async () => {
  world = await testApp({ config: { publicUrl: 'https://tea.example' } })
  person = await world.approvedMerchant({ credit: 10 })
  const orderId = await orderOf(world, person, await productOf(world, person), 3)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
  const box = await packCase(world, person, codes.slice(0, 2))
  await packs(world, person).unpack({ params: { id: box.id }, body: { reason: 'Wrong label' } })
  await record(world, person, 'pack', box.id)
  const epc = `https://tea.example/V/${codes[2]!.split('/').at(-1)!.slice(0, 26)}`
  const recently = { eventTime: new Date(Date.now() - 3_600_000).toISOString() }
  const long = { eventTime: '2026-01-01T00:00:00Z', bizStep: 'storing' }
  const body = partnerDocument(received([epc], recently), received([epc], long))
  await captures(world, person).capture({ query: { reportedBy: 'Depot' }, body })
})
afterAll(() => world.close())

const list = (query: object = {}, by = person) => world.api(epcisListContract, by).list({ query })
const steps = async (query: object) => (await list(query)).rows.map(({ step }) => step.split('-').at(-1))

test('lists the events of both sources, the newest first, page by page', async () => {
  const { rows, total } = await list()
  expect(total).toBe(4)
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(rows.at(-1)).toMatchObject({
    type: 'ObjectEvent',
    action: 'OBSERVE',
    things: 1,
    reportedBy: 'Depot',
    isError: false,
  })
  const pages = [await list({ page: 1, limit: 3 }), await list({ page: 2, limit: 3 })]
  expect(pages.map((page) => [page.rows.length, page.total])).toEqual([
    [3, 4],
    [1, 4],
  ])
  expect(pages.flatMap((page) => page.rows)).toEqual(rows)
})

test('filters by source, type, step, days and thing', async () => {
  expect((await steps({ source: 'own' })).sort()).toEqual(['packing', 'unpacking'])
  expect((await steps({ type: 'AggregationEvent' })).sort()).toEqual(['packing', 'unpacking'])
  expect(await steps({ source: 'reported' })).toEqual(['receiving', 'storing'])
  expect(await steps({ step: 'storing' })).toEqual(['storing'])
  expect(await steps({ source: 'reported', days: '30' })).toEqual(['receiving'])
  expect((await steps({ search: codes[0] })).sort()).toEqual(['packing', 'unpacking'])
  expect(await steps({ search: codes[2] })).toEqual(['receiving', 'storing'])
  expect(await list({ search: 'nothing has this' })).toEqual({ rows: [], total: 0 })
})

test('lists nothing of another merchant', async () => {
  const other = await world.approvedMerchant()
  expect(await list({}, other)).toEqual({ rows: [], total: 0 })
  expect(await list({ search: codes[2] }, other)).toEqual({ rows: [], total: 0 })
})
