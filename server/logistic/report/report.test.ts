import { hash } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { fieldMerchant } from '#server/form/form.fixture.ts'
import { ship } from '#server/logistic/logistic.fixture.ts'
import { generate, orderOf, printedCodes, productOf } from '#server/order/order.fixture.ts'

let world: TestApp
let owner: Person
let codes: string[]

beforeAll(async () => {
  world = await testApp()
  owner = await fieldMerchant(world, { credit: 5 })
  const orderId = await orderOf(world, owner, await productOf(world, owner), 5)
  await generate(world, orderId)
  codes = await printedCodes(world, orderId)
})
afterAll(() => world.close())

const report = (id: string, query = '', person = owner) =>
  world.app.inject({ url: `/api/logistic/${id}/report?${query}`, headers: { authorization: `Bearer ${person.token}` } })

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

test('LO03 names limit, statistics, every excursion and the time zone, in both languages', async () => {
  const id = await shipmentWith('n between 60 and 101')
  const answer = await report(id, 'timeZone=Asia/Kuala_Lumpur')
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
    ],
  ]) {
    expect(page).toContain(words)
  }
  const [russian] = await pagesOf((await report(id, 'language=ruRU')).rawPayload)
  for (const words of ['Отчёт о температуре', 'Нарушений: 1', 'Выше 8 °C: 42 минуты', 'Страница 1 из 1']) {
    expect(russian).toContain(words)
  }
})

test('LO03 records the hash of each report in the audit trail', async () => {
  const id = await shipmentWith('false')
  const { rawPayload } = await report(id)
  const { rows } = await world.database.query(
    `select data from audit_entry where action = 'logistic.report' and subject = $1`,
    [id],
  )
  expect(rows).toMatchObject([{ data: { sha256: hash('sha256', rawPayload), readings: 1440 } }])
})

test('LO03 continues a long list of excursions on further pages', async () => {
  const id = await shipmentWith('n % 16 = 8')
  const pages = await pagesOf((await report(id)).rawPayload)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.join(' ').match(/\b1 minute\b/g)).toHaveLength(90)
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
})

test('LO03 answers 404 for another merchant and 400 for a time zone that does not exist', async () => {
  const id = await shipmentWith('false')
  expect((await report(id, '', await fieldMerchant(world))).statusCode).toBe(404)
  expect((await report(id, 'timeZone=Mars/Olympus')).statusCode).toBe(400)
})
