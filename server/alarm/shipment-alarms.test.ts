import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningTagService } from '#scripts/sensors/start.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { pullDueLogs } from '#server/logistic/log/pull.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { tagServiceForTest } from '#server/logistic/test/tag-service.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import { mailDueAlarms } from './due-mails.ts'
import { searchChangedShipments } from './jobs.ts'
import { type ShipmentSelection, searchStoredLogs } from './shipments.ts'

let world: TestApp
let service: RunningTagService
let codes: string[]
let shipper: Person

beforeAll(async () => {
  const started = await tagServiceForTest()
  service = started.service
  world = await testApp({ config: { sensorService: started.sensorService } })
  shipper = await fieldMerchant(world, { credit: 10 })
  const orderId = await orderOf(world, shipper, await productOf(world, shipper), 10)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const api = () => world.api(alarmContract, shipper)
/** The mails about a subject, once those that are due are written as if minutes had passed since the last ones. */
async function mails(name: string) {
  await world.database.query("update temperature_alarm set mailed_at = mailed_at - interval '5 minutes'")
  await mailDueAlarms(world.services)
  return (
    await world.database.query('select subject, text_body as text from mail_message where subject like $1', [
      `%${name}`,
    ])
  ).rows
}

test('raises alarms once for a shipment by the limit of its tag or by the rule of the merchant [LO03]', async () => {
  const pulled = async (kind: 'chilled' | 'ambient', minlimit: number | null = null) => {
    const tag = `TAG-A${codes.length}`
    service.startTag({ tidnfc: tag, kind, startedAt: Math.floor(Date.now() / 1000) - 20 * 86_400 })
    const { id, identifier } = await ship(world, shipper, codes.splice(0, 1), { manufacturer_id: tag, minlimit })
    for (let turn = 0; turn < 2; turn++) {
      await world.database.query('update logistic_log set next_pull_at = now() where next_pull_at is not null')
      await pullDueLogs(world.services)
      await world.deliverEvents()
    }
    return { id, identifier }
  }
  const of = async (id: string) =>
    (await api().list({ query: { limit: 100 } })).rows.filter((one) => one.subjectId === id)
  const first = await pulled('chilled')
  const raised = await of(first.id)
  expect(raised.length).toBeGreaterThan(0)
  expect(raised[0]).toMatchObject({ kind: 'shipment', name: first.identifier, place: 'Tea House', limit: 8 })
  expect(new Set(raised.map(({ from }) => from)).size).toBe(raised.length)
  // All of them are one mail.
  expect(await mails(first.identifier)).toHaveLength(1)
  await api().saveRule({ body: { limit: 100, alarmMails: false } })
  expect(await api().rule()).toEqual({ limit: 100, alarmMinutes: 0, alarmTotalMinutes: null, alarmMails: false })
  const second = await pulled('chilled')
  expect(await of(second.id)).toEqual([])
  // No value of a chilled tag is as high.
  const third = await pulled('chilled', 90)
  expect(await of(third.id)).toMatchObject([{ side: 'below', limit: 90, peak: expect.any(Number) }])
})

test('raises alarms for stored readings when the minimum of a shipment or the rule is changed [LO03]', async () => {
  const tag = `TAG-A${codes.length}`
  service.startTag({ tidnfc: tag, kind: 'chilled', startedAt: Math.floor(Date.now() / 1000) - 20 * 86_400 })
  await api().saveRule({ body: { limit: 100, alarmMails: false } })
  await enqueuedSearches()
  const { id, identifier } = await ship(world, shipper, codes.splice(0, 1), { manufacturer_id: tag })
  await pullDueLogs(world.services)
  const sides = async () =>
    (await api().list({ query: { limit: 100 } })).rows
      .filter(({ subjectId }) => subjectId === id)
      .map(({ side }) => side)
  expect(await sides()).toEqual([])
  const body = { recipient: 'Tea House', identifier, shipped_at: '2026-11-20T09:00:00Z' }
  await world.deliverEvents()
  await logistics(world, shipper).update({ params: { id }, body: { ...body, note: 'Cold' } })
  expect(await eventsOf(id)).toBe(0)
  await logistics(world, shipper).update({ params: { id }, body: { ...body, minlimit: 90 } })
  expect(await eventsOf(id)).toBe(1)
  await world.deliverEvents()
  expect(await sides()).toEqual(['below'])
  await api().saveRule({ body: { alarmMails: false } })
  expect(await enqueuedSearches()).toEqual([{ merchantId: shipper.merchantId }])
  expect(await sides()).toContain('above')
})

test('counts a decimal reading at the limit as out of range, and one at the minimum as in range [LO03]', async () => {
  const tag = `TAG-A${codes.length}`
  service.startTag({ tidnfc: tag, kind: 'chilled', startedAt: Math.floor(Date.now() / 1000) - 20 * 86_400 })
  await api().saveRule({ body: { limit: 100, alarmMails: false } })
  const { id, identifier } = await ship(world, shipper, codes.splice(0, 1), { manufacturer_id: tag })
  await pullDueLogs(world.services)
  await world.database.query('update logistic_reading set temp = 2.3 where logistic_id = $1', [id])
  const body = { recipient: 'Tea House', identifier, shipped_at: '2026-11-20T09:00:00Z', minlimit: 2.3 }
  await logistics(world, shipper).update({ params: { id }, body })
  await enqueuedSearches()
  await world.deliverEvents()
  const sides = async () =>
    (await api().list({ query: { limit: 100 } })).rows.flatMap(({ subjectId, side }) => (subjectId === id ? side : []))
  expect(await sides()).toEqual([])
  await api().saveRule({ body: { limit: 2.3, alarmMails: false } })
  await enqueuedSearches()
  expect(await sides()).toEqual(['above'])
})

test.each([
  ['can get more readings', false, / so far\./],
  ['gets no more readings', true, /(?<! so far)\. Lowest value:/],
])('says whether an excursion has ended when the log of its shipment %s [LO03]', async (_, isComplete, text) => {
  const tag = `TAG-A${codes.length}`
  service.startTag({ tidnfc: tag, kind: 'chilled', startedAt: Math.floor(Date.now() / 1000) - 20 * 86_400 })
  await api().saveRule({ body: { limit: 100 } })
  const { id, identifier } = await ship(world, shipper, codes.splice(0, 1), { manufacturer_id: tag })
  await pullDueLogs(world.services)
  if (isComplete) await world.database.query('update logistic_log set next_pull_at = null where logistic_id = $1', [id])
  const body = { recipient: 'Tea House', identifier, shipped_at: '2026-11-20T09:00:00Z', minlimit: 90 }
  await logistics(world, shipper).update({ params: { id }, body })
  await enqueuedSearches()
  await world.deliverEvents()
  expect((await mails(identifier)).map(({ text }) => text)).toEqual([expect.stringMatching(text)])
})

test('enqueues few searches of all shipments, and only when the rule counts other excursions [LO03]', async () => {
  await enqueuedSearches()
  const { limit } = await api().rule()
  await api().saveRule({ body: { limit, alarmMails: true } })
  await api().saveRule({ body: { limit, alarmMails: false } })
  expect(await enqueuedSearches()).toEqual([])
  for (const minutes of [1, 2, 3, 4, 5, 6]) await api().saveRule({ body: { limit, alarmMinutes: minutes } })
  const enqueued = await enqueuedSearches()
  // The first at once, the second in the next minute. A third, if a minute ended meanwhile.
  expect([2, 3]).toContain(enqueued.length)
  expect(enqueued[0]).toEqual({ merchantId: shipper.merchantId })
})

test('goes on after the last shipment that was searched when one run cannot search all of them [LO03]', async () => {
  const { rows } = await world.database.query(
    'select logistic_id as id from logistic_log where merchant_id = $1 order by logistic_id',
    [shipper.merchantId],
  )
  const ids = rows.map(({ id }) => id as string)
  expect(ids.length).toBeGreaterThan(2)
  const searched: string[] = []
  for (let isLeft = true; isLeft; ) {
    isLeft = false
    const selection = { merchantId: shipper.merchantId!, after: searched.at(-1) }
    await searchStoredLogs(world.services, selection, {
      most: 1,
      goOn: async (_, after) => {
        searched.push(after)
        isLeft = true
      },
    })
  }
  expect(searched).toEqual(ids)
})

/** How many events of a shipment are not delivered yet. */
async function eventsOf(subject: string): Promise<number> {
  const { rows } = await world.database.query(
    "select from domain_event where subject = $1 and name = 'shipment.logChanged'",
    [subject],
  )
  return rows.length
}

/** Runs the searches of shipments that are enqueued, and returns their data. */
async function enqueuedSearches() {
  const { rows } = await world.database.query(
    `delete from pgboss.job where name = 'alarm.searchShipments' returning data`,
  )
  const selections = rows.map(({ data }): ShipmentSelection => data)
  const context = {
    services: world.services,
    signal: AbortSignal.timeout(60_000),
    heartbeat: async () => {},
    attempt: '',
  }
  for (const selection of selections) await searchChangedShipments.run(selection, context)
  return selections
}
