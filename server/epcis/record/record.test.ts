import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateWaitingRun } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { epcis, expectValid, jobContext, record } from '#server/epcis/epcis.fixture.ts'
import { recordEarlierEvents } from '#server/epcis/jobs.ts'
import { enableFeatures } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'

let world: TestApp
let person: Person
let orderId: string
beforeAll(async () => {
  world = await testApp()
  person = await world.approvedMerchant({ credit: 2000 })
  await enableFeatures(world, person, 'temperature')
  orderId = await orderOf(world, person, await productOf(world, person), 1200)
  await generate(world, orderId)
})
afterAll(() => world.close())

const query = async (EQ_bizStep: string) => {
  const document = await epcis(world, person).events({
    query: { EQ_bizStep, orderBy: 'recordTime', orderDirection: 'ASC' },
  })
  expectValid(document)
  return document.epcisBody.queryResults.resultsBody.eventList
}

test('tells of many codes in events of less than a thousand', async () => {
  const { id } = await world.api(activationRunContract, person).start({ body: { orderId, first: 1, last: 1200 } })
  await activateWaitingRun(world, id)
  const { rows } = await world.database.query('select id from activation_batch where merchant_id = $1', [
    person.merchantId,
  ])
  for (const batch of rows) await record(world, person, 'batch', batch.id)
  const events = await query('commissioning')
  const epcs = events.flatMap(({ epcList }) => epcList as string[])
  expect(events.length).toBeGreaterThan(1)
  expect(Math.max(...events.map(({ epcList }) => (epcList as string[]).length))).toBeLessThan(1000)
  expect(new Set(epcs).size).toBe(1200)
  expect(epcs[0]).toMatch(/^http:\/\/.*\/V\/[0-9A-Z]{26}$/)
  for (const batch of rows) await record(world, person, 'batch', batch.id)
  expect(await query('commissioning')).toEqual(events)
})

test('declares an error when a shipment is corrected, its delivery taken back, or when it is removed', async () => {
  const { id, identifier } = await ship(world, person, (await printedCodes(world, orderId)).slice(0, 2))
  const update = (shipped_at: string, delivered: boolean) =>
    logistics(world, person).update({ params: { id }, body: { identifier, shipped_at, delivered } })
  const told = async (step: string) => (await query(step)).map((one) => [one.eventTime, 'errorDeclaration' in one])
  const [monday, tuesday] = ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'] as const
  await update(monday, true)
  await record(world, person, 'shipment', id)
  await update(tuesday, false)
  await record(world, person, 'shipment', id)
  expect(await told('shipping')).toEqual([
    [monday, true],
    [tuesday, false],
  ])
  expect(await told('receiving')).toEqual([[expect.any(String), true]])
  await update(monday, false)
  await record(world, person, 'shipment', id)
  expect(await told('shipping')).toEqual([
    [monday, false],
    [tuesday, true],
  ])
  await logistics(world, person).remove({ params: { id } })
  await record(world, person, 'shipment', id)
  expect(await told('shipping')).toEqual([
    [monday, true],
    [tuesday, true],
  ])
})

test('has the worker record what happens, and what happened before', async () => {
  const { id } = await ship(world, person, (await printedCodes(world, orderId)).slice(2, 4))
  await world.deliverEvents()
  const { rows } = await world.database.query("select data from pgboss.job where name = 'epcis.record'")
  expect(rows.map(({ data }) => data)).toContainEqual({ merchantId: person.merchantId, type: 'shipment', id })
  const known = (await query('shipping')).length
  await recordEarlierEvents.run({}, jobContext(world))
  expect(await query('shipping')).toHaveLength(known + 1)
  await recordEarlierEvents.run({}, jobContext(world))
  expect(await query('shipping')).toHaveLength(known + 1)
})

test('tells the temperatures of each day by hours, and which were outside of the limits', async () => {
  const { id } = await ship(world, person, (await printedCodes(world, orderId)).slice(4, 6), {
    manufacturer_id: 'TAG 1',
  })
  await world.database.query(
    `insert into logistic_reading (merchant_id, logistic_id, at, temp)
     select $1, $2, '2026-05-03T22:00Z'::timestamptz + n * interval '30 minutes', 4 + n from generate_series(0, 4) n`,
    [person.merchantId, id],
  )
  await world.database.query(
    "update logistic_log set tag = 'TAG 1', maxlimit = 7, pulled_at = now() where logistic_id = $1",
    [id],
  )
  await recordEarlierEvents.run({}, jobContext(world))
  const days = await query('transporting')
  expect(days.map(({ eventTime }) => eventTime)).toEqual(['2026-05-03T23:30:00.000Z', '2026-05-04T00:00:00.000Z'])
  const device = { deviceID: expect.stringMatching(/\/epcis\/tag\/TAG%201$/) }
  expect(days[0]!.sensorElementList).toEqual([
    {
      sensorMetadata: { ...device, startTime: '2026-05-03T22:00:00.000Z', endTime: '2026-05-03T22:30:00.000Z' },
      sensorReport: [{ type: 'Temperature', minValue: 4, maxValue: 5, meanValue: 4.5, uom: 'CEL' }],
    },
    {
      sensorMetadata: { ...device, startTime: '2026-05-03T23:00:00.000Z', endTime: '2026-05-03T23:30:00.000Z' },
      sensorReport: [
        { type: 'Temperature', minValue: 6, maxValue: 7, meanValue: 6.5, uom: 'CEL', exception: 'ALARM_CONDITION' },
      ],
    },
  ])
  await recordEarlierEvents.run({}, jobContext(world))
  expect(await query('transporting')).toEqual(days)
})
