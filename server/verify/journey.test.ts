import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningTagService } from '#scripts/sensors/start.ts'
import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { createForm, fieldMerchant, teaForm } from '#server/form/form.fixture.ts'
import { pullDueLogs } from '#server/logistic/log/pull.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { tagServiceForTest } from '#server/logistic/test/tag-service.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { sensorOf, sensors } from '#server/sensor/sensor.fixture.ts'
import { later, noon, startSubmission, submissions, teaAnswers } from '#server/submission/submission.fixture.ts'
import { verifyContract } from '#shared/verify/contract.ts'

let world: TestApp
let service: RunningTagService
let owner: Person
/** Codes as printed, without the URL of the page. The first ones have no submission. */
let codes: string[]

beforeAll(async () => {
  const started = await tagServiceForTest()
  service = started.service
  world = await testApp({ config: { sensorService: started.sensorService } })
  owner = await fieldMerchant(world, { credit: 10 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 10)
  await generate(world, orderId)
  const printed = await printedCodes(world, orderId)
  const { id } = await activate(world, owner, printed.slice(0, 5))
  await activateWaitingBatch(world, id)
  codes = printed
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const codeOf = (url: string) => url.split('/V/')[1]!
const verify = (url: string) => world.api(verifyContract).verify({ query: { a: codeOf(url) } })
const page = async (url: string, language = 'en') =>
  (await world.app.inject({ url: `/v/${codeOf(url)}?lang=${language}` })).body.replaceAll(/ | /g, ' ')
const hour = 3600

/** A shipment with a tag that was started some hours ago, and its pulled readings. */
async function travelled(url: string, kind: 'chilled' | 'ambient', hours: number, minlimit: number | null = null) {
  const tag = `TAG-J${url.slice(-6)}`
  service.startTag({ tidnfc: tag, kind, startedAt: Math.floor(Date.now() / 1000) - hours * hour })
  await ship(world, owner, [url], { manufacturer_id: tag, minlimit })
  await world.database.query('update logistic_log set next_pull_at = now() where next_pull_at is not null')
  await pullDueLogs(world.services)
}

test('shows the pulled readings of the shipment, their limit, and one sentence about all of them [VE07]', async () => {
  const [url] = codes.splice(0, 1) as [string]
  await travelled(url, 'chilled', 24 * 40)
  const { rows } = await world.database.query('select min(temp), max(temp), count(*)::int as n from logistic_reading')
  const answer = await verify(url)
  expect(answer.logisticSensorLimit).toBe(8)
  const temps = answer.logisticSensorData.map(({ temp }) => temp)
  expect([Math.min(...temps), Math.max(...temps)]).toEqual([rows[0]!.min, rows[0]!.max])
  expect(temps.length).toBeLessThan(rows[0]!.n)
  expect(answer.logisticSensorSummary).toMatch(
    // The time of day decides whether the total is a whole number of hours.
    /^Above 8 °C \d+ times, \d+ hours?( \d+ minutes?)? in total, the last time on \d+ \w+$/,
  )
  const html = await page(url)
  expect(html).toContain(answer.logisticSensorSummary!.replaceAll(/ | /g, ' '))
  expect(html).toContain('above the limit')
  expect(await page(url, 'ru')).toMatch(/Выше 8 °C: \d+ раза?, всего \d+ час/)
})

test('shows the duration and the day when the goods were above the limit once [VE07]', async () => {
  const [url] = codes.splice(0, 1) as [string]
  await travelled(url, 'chilled', 2)
  const newest = 'select logistic_id from logistic_log order by started_at desc limit 1'
  await world.database.query(`delete from logistic_reading where logistic_id = (${newest})`)
  await world.database.query(`
    insert into logistic_reading (merchant_id, logistic_id, at, temp)
    select merchant_id, logistic_id, '2026-05-03T08:00Z'::timestamptz + n * interval '1 minute', case when n between 10 and 51 then 9 else 4.5 end
    from logistic_log, generate_series(0, 90) n where logistic_id = (${newest})`)
  expect((await verify(url)).logisticSensorSummary).toBe('Above 8 °C for 42 minutes on 3 May')
})

test.each([
  ['stayed between both limits', 'n < 0', 4.5, 'Between 2 and 8 °C so far', 'До сих пор от 2 до 8 °C'],
  ['were too cold once', 'n between 10 and 51', 1, 'Below 2 °C for 42 minutes on 3 May', 'Ниже 2 °C: 42 минуты, 3 мая'],
])('says that the goods of a shipment with a minimum %s [VE07]', async (_, when, cold, english, russian) => {
  const [url] = codes.splice(0, 1) as [string]
  await travelled(url, 'chilled', 2, 2)
  const newest = 'select id from logistic order by created_at desc limit 1'
  await world.database.query(`delete from logistic_reading where logistic_id = (${newest})`)
  await world.database.query(`
    insert into logistic_reading (merchant_id, logistic_id, at, temp)
    select merchant_id, logistic_id, '2026-05-03T08:00Z'::timestamptz + n * interval '1 minute', case when ${when} then ${cold} else 4.5 end
    from logistic_log, generate_series(0, 90) n where logistic_id = (${newest})`)
  const answer = await verify(url)
  expect([answer.logisticSensorLimit, answer.logisticSensorMinimum]).toEqual([8, 2])
  expect(answer.logisticSensorSummary).toBe(english)
  const html = await page(url, 'ru')
  expect(html).toContain(russian)
  expect(html).toContain('4,5 °C')
  expect(html).toContain('Нижний порог')
})

test('names a production step with its sensor readings, and the place where it was too warm [VE07]', async () => {
  const sensor = await sensorOf(world, owner)
  const sections = teaForm.sections!.map((section) => ({
    ...section,
    ...(section.sensors && { sensors: [{ id: sensor.id, share: true }] }),
  }))
  const form = await createForm(world, owner, { ...teaForm, sections })
  const submission = await startSubmission(world, owner, form)
  await submissions(world, owner).addAnswers({ params: { id: submission.id }, body: teaAnswers(form, 'B-1') })
  const [url] = codes.splice(3, 1) as [string]
  const { id } = await activate(world, owner, [url], { submissionId: submission.id })
  await activateWaitingBatch(world, id)
  const minute = (n: number) => new Date(Date.parse(noon!) + n * 60_000).toISOString()
  const logs = Array.from({ length: 60 }, (_, n) => ({ value: n >= 20 && n < 30 ? 9 : 5, createdAt: minute(n) }))
  // Readings around the step belong to other steps.
  const around = [minute(-1), new Date(Date.parse(later!) + 60_000).toISOString()]
  const all = [...logs, ...around.map((createdAt) => ({ value: 30, createdAt }))]
  await sensors(world, owner).addReadings({ params: { id: sensor.id }, body: { logs: all } })
  expect((await verify(url)).sensorsData).toMatchObject([
    { section_name: 'Drying', summary: 'Above 8 °C for 10 minutes on 21 November near Port Klang' },
  ])
})
