import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { everyMinute, sensorOf, sensors } from '#server/sensor/sensor.fixture.ts'
import { alarmContract } from '#shared/alarm/contract.ts'
import type { SensorInput } from '#shared/sensor/contract.ts'
import { mailDueAlarms } from './due-mails.ts'
import { searchDueSensors } from './sensors.ts'

let world: TestApp
let owner: Person
beforeAll(async () => {
  world = await testApp()
})
beforeEach(async () => {
  owner = await fieldMerchant(world)
})
afterAll(() => world.close())

const api = (person = owner) => world.api(alarmContract, person)
const alarms = async (person = owner) => (await api(person).list({ query: { limit: 100 } })).rows
const mails = async (name: string) =>
  (
    await world.database.query('select subject, text_body as text from mail_message where subject like $1', [
      `%${name}`,
    ])
  ).rows
const search = () => searchDueSensors(world.services)
/** Writes the mails that are due, as if minutes had passed since the last ones. */
async function writeMails() {
  await world.database.query("update temperature_alarm set mailed_at = mailed_at - interval '5 minutes'")
  await mailDueAlarms(world.services)
}
const rule = { name: 'Cold store', type: 'temperature', unit: '°C', location: 'Port Klang', threshold: 8 } as const

async function sensorWith(change: Partial<SensorInput>, values: number[]) {
  const { id } = await sensors(world, owner).create({ body: { ...rule, ...change } })
  await sensors(world, owner).addReadings({ params: { id }, body: { logs: everyMinute(values) } })
  await search()
  return id
}

test('raises one alarm and one mail for an excursion, however often its readings are searched [SE01]', async () => {
  const name = `Store ${owner.merchantId}`
  const { id } = await sensors(world, owner).create({ body: { ...rule, name } })
  const now = Date.now()
  const add = (values: number[], end: number) =>
    sensors(world, owner).addReadings({ params: { id }, body: { logs: everyMinute(values, now + end * 60_000) } })
  await add([5, 5, 9, 9], -20)
  await search()
  await search()
  await writeMails()
  const [raised] = await alarms()
  expect(raised).toMatchObject({ kind: 'sensor', subjectId: id, name, place: 'Port Klang', limit: 8, peak: 9 })
  await add([9, 11, 9, 5], -16)
  // An earlier part arrives late.
  await add([9], -21.5)
  await search()
  expect(await alarms()).toMatchObject([{ id: raised!.id, peak: 11 }])
  expect((await alarms())[0]!.from < raised!.from).toBe(true)
  await add([9, 5], 0)
  await search()
  expect(await alarms()).toHaveLength(2)
  await writeMails()
  const written = await mails(name)
  expect(written.map(({ subject }) => subject)).toEqual(Array(2).fill(`Temperature alarm: ${name}`))
  expect(written[0].text).toMatch(/: at or above 8 °C from .* UTC, for 1 minute so far\. Highest value: 9 °C\./)
  expect(written[0].text).toContain(`/sensor?sensorId=${id}`)
})

test.each<[string, Partial<SensorInput>, number[], number]>([
  ['an excursion is shorter than the rule says', { alarmMinutes: 5 }, [5, 9, 9, 9, 5, 5], 0],
  ['an excursion is as long as the rule says', { alarmMinutes: 3 }, [5, 9, 9, 9, 5, 5], 1],
  ['short excursions together are long enough', { alarmMinutes: 5, alarmTotalMinutes: 4 }, [9, 9, 5, 9, 9, 5], 2],
  ['there is no threshold', { threshold: null }, [50, 50], 0],
  ['values are below the minimum', { minimum: 2 }, [5, 1.9, 5, 1, 5], 2],
  ['a value is at the minimum', { minimum: 2 }, [5, 2, 5], 0],
  ['there is a minimum only', { threshold: null, minimum: 2 }, [50, 1], 1],
])('follows the rule of the sensor when %s [SE01]', async (_, change, values, count) => {
  await sensorWith(change, values)
  expect(await alarms()).toHaveLength(count)
})

test.each<[string, Partial<SensorInput>]>([
  ['each of them counts', {}],
  ['only long ones count', { alarmMinutes: 2 }],
])('raises and extends the alarm of today when a sensor had over 1,000 excursions and %s [SE01]', async (_, change) => {
  const { id } = await sensors(world, owner).create({ body: { ...rule, ...change, alarmMails: false } })
  const now = Date.now()
  const add = (values: number[], end: number) =>
    sensors(world, owner).addReadings({ params: { id }, body: { logs: everyMinute(values, now + end * 60_000) } })
  await add(Array(1100).fill([9, 5]).flat(), -60)
  await add([9, 9, 9], -10)
  await search()
  const [raised] = await alarms()
  expect(raised).toMatchObject({ from: new Date(now - 12 * 60_000).toISOString(), peak: 9 })
  await add([10, 5], 0)
  await search()
  expect((await alarms())[0]).toMatchObject({ id: raised!.id, to: new Date(now).toISOString(), peak: 10 })
})

test('raises alarms on both sides of the allowed values, each with its own limit [SE01]', async () => {
  const name = `Both ${owner.merchantId}`
  // From too cold to too warm and back without an allowed value between them.
  await sensorWith({ name, minimum: 2 }, [5, 1, 0.5, 9, 10, 1.5, 5])
  const found = (await alarms()).toSorted((one, other) => one.from.localeCompare(other.from))
  expect(found.map(({ side, limit, peak }) => ({ side, limit, peak }))).toEqual([
    { side: 'below', limit: 2, peak: 0.5 },
    { side: 'above', limit: 8, peak: 10 },
    { side: 'below', limit: 2, peak: 1.5 },
  ])
  await writeMails()
  const [mail, ...others] = await mails('Temperature alarms: 3')
  expect(others).toEqual([])
  expect(mail.text).toMatch(new RegExp(`${name} .* at or above 8 °C from .*, for 2 minutes\\. Highest value: 10 °C`))
  expect(mail.text).toMatch(
    new RegExp(`${name} .* 2 times below 2 °C, for 3 minutes in total, the last time .* Lowest value: 0\\.5 °C`),
  )
})

test('raises an alarm when the rule is changed, mails nothing when off, and is acknowledged once [SE01]', async () => {
  const name = `Quiet ${owner.merchantId}`
  const id = await sensorWith({ name, alarmMinutes: 30, alarmMails: false }, [9, 9, 9])
  expect(await alarms()).toEqual([])
  await sensors(world, owner).update({ params: { id }, body: { ...rule, name, alarmMails: false } })
  await search()
  const [alarm] = await alarms()
  await writeMails()
  expect(await mails(name)).toEqual([])
  const first = await api().acknowledge({ params: { id: alarm!.id } })
  expect(first.acknowledgedAt).not.toBeNull()
  expect(await api().acknowledge({ params: { id: alarm!.id } })).toEqual(first)
})

test('lists the alarms that were raised from a time until before another when a range is given [SE01]', async () => {
  await sensorWith({}, [9, 5, 9, 5])
  const { rows } = await api().list({ query: {} })
  expect(rows).toHaveLength(2)
  const at = Date.parse(rows[0]!.createdAt)
  const from = (ms: number) => new Date(at + ms).toISOString()
  const total = async (query: { from?: string; to?: string }) => (await api().list({ query })).total
  expect(await total({ from: from(-60_000), to: from(60_000) })).toBe(2)
  expect(await total({ to: from(-60_000) })).toBe(0)
  expect(await total({ from: from(1) })).toBe(0)
})

test('finds every reading and raises each alarm once when readings arrive during the search [SE01]', async () => {
  const { id } = await sensorOf(world, owner)
  const start = Date.now() - 3_600_000
  const pairs = Array.from({ length: 20 }, (_, n) => everyMinute([9, 5], start + n * 120_000))
  await Promise.all(
    pairs.flatMap((logs) => [sensors(world, owner).addReadings({ params: { id }, body: { logs } }), search()]),
  )
  await search()
  const found = await alarms()
  expect(found).toHaveLength(20)
  expect(new Set(found.map(({ from }) => from)).size).toBe(20)
})

test('searches every sensor once when all of them are due again after each batch [SE01]', async () => {
  await search()
  const ids = (await Promise.all(Array.from({ length: 21 }, () => sensorOf(world, owner, [9])))).map(({ id }) => id)
  let batches = 0
  const afterBatch = async () => {
    if (++batches > 5) throw new Error('The search does not end')
    await world.database.query(
      'insert into sensor_due (sensor_id, merchant_id) select id, merchant_id from sensor where id = any($1) on conflict do nothing',
      [ids],
    )
  }
  await searchDueSensors(world.services, { afterBatch })
  expect(batches).toBe(2)
  expect((await alarms()).map(({ subjectId }) => subjectId).toSorted()).toEqual(ids.toSorted())
})

test('raises alarms of other sensors when the search of one fails, and searches it in the next run [SE01]', async () => {
  await search()
  const [broken, other] = [await sensorOf(world, owner, [9]), await sensorOf(world, owner, [9])]
  await world.database.query(
    `alter table temperature_alarm add constraint test_failure check (sensor_id <> '${broken.id}') not valid`,
  )
  await expect(search()).rejects.toThrow('Some sensors stay due')
  expect((await alarms()).map(({ subjectId }) => subjectId)).toEqual([other.id])
  await world.database.query('alter table temperature_alarm drop constraint test_failure')
  await search()
  expect((await alarms()).map(({ subjectId }) => subjectId)).toEqual([broken.id, other.id])
})
