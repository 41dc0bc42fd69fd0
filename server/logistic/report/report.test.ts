import { hash } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { logistics, ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'
import { reportContract } from '#shared/logistic/report-contract.ts'

let world: TestApp
let owner: Person
let codes: string[]

beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world, { credit: 8 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 8)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

type Wording = Parameters<ReturnType<typeof api>['make']>[0]['body']
const api = (person = owner) => world.api(reportContract, person)
const get = (url: string, person = owner) =>
  world.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${person.token}` } })
const make = (id: string, body: Wording = {}) => api().make({ params: { id }, body })
/** Makes a report and downloads it. */
async function report(id: string, body: Wording = {}) {
  const made = await make(id, body)
  return { ...(await get(`/logistic/reports/${made.id}`)), made }
}

async function pagesOf(bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

/** Readings every minute of a day, of which `above` minutes are at 9 °C. */
async function shipmentWith(above: string) {
  const { id } = await ship(world, owner, codes.splice(0, 1), {
    manufacturer_id: `TAG-R${codes.length}`,
    recipient: 'Чайный дом',
  })
  await world.database.query(
    `insert into logistic_reading (merchant_id, logistic_id, at, temp)
     select $1, $2, '2026-05-03T00:00Z'::timestamptz + n * interval '1 minute', case when ${above} then 9 else 4 end
     from generate_series(0, 1439) n`,
    [owner.merchantId, id],
  )
  await world.database.query(`update logistic_log set maxlimit = 8, pulled_at = now() where logistic_id = $1`, [id])
  return id
}

test('names limit, statistics, every excursion and the time zone, in both languages [LO03]', async () => {
  const id = await shipmentWith('n between 60 and 101')
  const answer = await report(id, { timeZone: 'Asia/Kuala_Lumpur' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  const [page] = await pagesOf(answer.rawPayload)
  for (const words of [
    ...[
      'Cold-chain report',
      'Чайный дом',
      'Above 8 °C for 42 minutes on 3 May',
      'Excursions: 1',
      '42 minutes',
      '1,440',
    ],
    // 01:00 UTC.
    ...[
      '3 May 2026, 09:00',
      '3 May 2026, 09:42',
      'time zone Asia/Kuala_Lumpur',
      'The log is not complete',
      'Page 1 of 1',
      ...['its SHA-256 is recorded on Catapult and Bitcoin', `/logistic?log=${id}`, 'ots verify'],
    ],
  ]) {
    expect(page).toContain(words)
  }
  const [russian] = await pagesOf((await report(id, { language: 'ruRU' })).rawPayload)
  for (const words of ['Отчёт о температуре', 'Нарушений: 1', 'Выше 8 °C: 42 минуты', 'Страница 1 из 1', '9°']) {
    expect(russian).toContain(words)
  }
})

test('names the person who received the shipment, if it is known [LO03]', async () => {
  const id = await shipmentWith('false')
  const [before] = await pagesOf((await report(id)).rawPayload)
  expect(before).not.toContain('Received by')
  const body = { identifier: 'R-7', shipped_at: '2026-05-03T00:00:00Z', delivered: true, receiver: 'Ada Lee' }
  await logistics(world, owner).update({ params: { id }, body })
  const [page] = await pagesOf((await report(id)).rawPayload)
  expect(page).toMatch(/Received by.*Ada Lee/)
})

test('anchors a report once for repeated requests, and records its hash in the audit trail [LO03]', async () => {
  const id = await shipmentWith('false')
  const made = [...(await Promise.all([make(id), make(id)])), await make(id)]
  expect(new Set(made.map((one) => one.id)).size).toBe(1)
  const { sha256 } = made[0]!
  const [file, again] = [await get(`/logistic/reports/${made[0]!.id}`), await report(id)]
  expect(hash('sha256', file.rawPayload)).toBe(sha256)
  expect(again.rawPayload).toEqual(file.rawPayload)
  const { rows } = await world.database.query(
    `select kind, merchant_id = $1 as own, encode(root, 'hex') as root from anchor_commitment where kind = 'file' and root = $2`,
    [owner.merchantId, Buffer.from(sha256, 'hex')],
  )
  expect(rows).toEqual([{ kind: 'file', own: true, root: sha256 }])
  const trail = await world.database.query(
    `select data from audit_entry where action = 'logistic.report' and subject = $1`,
    [id],
  )
  expect(trail.rows).toMatchObject([{ data: { sha256, readings: 1440 } }])
})

test('makes another report when a reading, the language or the time zone is another one [LO03]', async () => {
  const id = await shipmentWith('false')
  const first = await make(id)
  const others = [await make(id, { language: 'ruRU' }), await make(id, { timeZone: 'Europe/Berlin' })]
  await world.database.query(
    `insert into logistic_reading (merchant_id, logistic_id, at, temp) values ($1, $2, '2026-05-04T00:00Z', 4)`,
    [owner.merchantId, id],
  )
  const last = await make(id)
  const { rows, total } = await api().list({ params: { id }, query: {} })
  expect(total).toBe(4)
  expect(rows.map((one) => one.id)).toEqual([last, others[1]!, others[0]!, first].map((one) => one.id))
  expect(rows.map(({ readings }) => readings)).toEqual([1441, 1440, 1440, 1440])
  expect(rows[0]!.chains.map(({ chain, state }) => [chain, state])).toEqual([
    ['catapult', 'PENDING'],
    ['bitcoin', 'PENDING'],
  ])
})

test('names both limits of a shipment with a minimum, and the side of each excursion [LO03]', async () => {
  const id = await shipmentWith('n between 60 and 101')
  await world.database.query('update logistic set minlimit = 5 where id = $1', [id])
  const [page] = await pagesOf((await report(id)).rawPayload)
  for (const words of ['Outside 5 to 8 °C 3 times', 'Limits', '5 °C – 8 °C', '9 °C, too warm', '4 °C, too cold']) {
    expect(page).toContain(words)
  }
})

test('distinguishes the two hours with the same time when clocks are put back [LO03]', async () => {
  const id = await shipmentWith('false')
  await world.database.query('delete from logistic_reading where logistic_id = $1', [id])
  // From 02:50 until 02:10 of the clock.
  await world.database.query(
    `insert into logistic_reading (merchant_id, logistic_id, at, temp)
     select $1, $2, '2026-10-25T00:00Z'::timestamptz + n * interval '10 minutes', case when n between 5 and 6 then 9 else 4 end
     from generate_series(0, 12) n`,
    [owner.merchantId, id],
  )
  const [page] = await pagesOf((await report(id, { timeZone: 'Europe/Berlin' })).rawPayload)
  expect(page).toContain('25 Oct 2026, 02:50 GMT+2 25 Oct 2026, 02:10 GMT+1 20 minutes')
  const [utc] = await pagesOf((await report(id, { timeZone: 'UTC' })).rawPayload)
  expect(utc).toContain('25 Oct 2026, 00:50 25 Oct 2026, 01:10 20 minutes')
})

test('continues a long list of excursions on further pages [LO03]', async () => {
  const id = await shipmentWith('n % 16 = 8')
  const pages = await pagesOf((await report(id)).rawPayload)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.join(' ').match(/\b1 minute\b/g)).toHaveLength(90)
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
})

test('responds 404 for another merchant and 400 for an unknown time zone [LO03]', async () => {
  const id = await shipmentWith('false')
  const { id: reportId } = await make(id)
  const other = await fieldMerchant(world)
  await expect(api(other).make({ params: { id }, body: {} })).rejects.toMatchObject({ status: 404 })
  await expect(api(other).list({ params: { id }, query: {} })).rejects.toMatchObject({ status: 404 })
  expect((await get(`/logistic/reports/${reportId}`, other)).statusCode).toBe(404)
  expect((await get(`/logistic/reports/${reportId}/ots`, other)).statusCode).toBe(404)
  await expect(make(id, { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ status: 400 })
})
