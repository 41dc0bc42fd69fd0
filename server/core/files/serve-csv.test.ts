import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { urlOf } from '#client/core/http/api.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { orderOf, productOf } from '#server/order/order.fixture.ts'
import { csvExportRoute } from '#shared/core/api/csv-export.ts'
import { PageQuery } from '#shared/core/fields/fields.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { serveCsv } from './serve-csv.ts'

/** A list whose row is the time (ms) after which PostgreSQL ends the transaction of its export. */
const idleRoute = {
  method: 'GET',
  path: '/idle',
  access: 'merchantOrService',
  summary: 'Idle time',
  answer: z.unknown(),
  query: PageQuery,
} as const
async function idleList(tx: Tx) {
  const { rows } = await tx.execute<{ setting: number }>(
    sql`select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  )
  return { rows, total: 1 }
}
const idle = ['ms', ({ setting }: { setting: number }) => setting] as const

let world: TestApp
beforeAll(async () => {
  world = await testApp({
    routes: (app) => serveCsv(app, idleRoute, idleList, { name: 'idle', columns: () => [idle] }),
  })
})
afterAll(() => world.close())

async function exported(person: Person, query: Record<string, string> = {}, language = 'en') {
  const answer = await world.app.inject({
    url: urlOf(csvExportRoute(skuContract.list), { query }),
    headers: { authorization: `Bearer ${person.token}`, 'accept-language': language },
  })
  if (answer.statusCode !== 200) return { status: answer.statusCode, lines: [] }
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body.charCodeAt(0)).toBe(0xfeff)
  return { status: 200, lines: parse(answer.body.slice(1)) as string[][] }
}

async function productsOf(person: Person, count: number, name = 'Tea') {
  await productOf(world, person)
  await world.database.query(
    `insert into sku (merchant_id, trademark_id, name, sku, details, active)
     select $1, (select id from trademark where merchant_id = $1 limit 1), $3 || ' ' || n, 'T-' || n, '{}', n % 2 = 0
     from generate_series(1, $2::int) n`,
    [person.merchantId, count, name],
  )
}

test('exports every row of the filtered list once, over all pages, in its order [SK01]', async () => {
  const person = await world.confirmedMerchant()
  await productsOf(person, 4500)
  const { lines } = await exported(person, { search: 'T-', sort: 'sku' })
  const skus = lines.slice(1).map(([, sku]) => sku!)
  expect(lines[0]!.slice(0, 4)).toEqual(['Name', 'SKU', 'Trademark', 'Status'])
  expect(new Set(skus).size).toBe(4500)
  const { rows } = await world.database.query(
    `select sku from sku where merchant_id = $1 and sku like 'T-%' order by sku`,
    [person.merchantId],
  )
  expect(skus).toEqual(rows.map(({ sku }) => sku))
  expect((await exported(person, { active: 'yes', search: 'T-' })).lines).toHaveLength(2251)
})

test('exports in the language of the caller, and no cell as a formula [SK01]', async () => {
  const person = await world.confirmedMerchant()
  await productsOf(person, 1, '=cmd|')
  const { lines } = await exported(person, { search: 'cmd' }, 'ru')
  expect(lines[0]!.slice(0, 2)).toEqual(['Название', 'Артикул'])
  expect(lines[1]![0]).toBe("'=cmd| 1")
})

test('exports no rows of another merchant, and rejects an invalid filter and a missing session [SK01]', async () => {
  const [person, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  await productsOf(person, 3)
  expect((await exported(other)).lines).toHaveLength(1)
  expect((await exported(other, { active: 'perhaps' })).status).toBe(400)
  expect((await world.app.inject('/api/sku.csv')).statusCode).toBe(401)
})

test('sorts orders, filters them by state, and finds them by number in upper and lower case [CO02]', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const skuId = await productOf(world, person)
  for (const quantity of [2, 3, 1]) await orderOf(world, person, skuId, quantity)
  const orders = world.api(orderContract, person)
  const { rows } = await orders.list({ query: { sort: '-quantity' } })
  expect(rows.map(({ quantity }) => quantity)).toEqual([3, 2, 1])
  expect((await orders.list({ query: { state: 'done' } })).total).toBe(0)
  const search = rows[0]!.order_id.toLowerCase()
  expect((await orders.list({ query: { state: 'queued', search } })).rows).toMatchObject([{ quantity: 3 }])
})

test('waits longer for a client that pauses during an export than a download allows', async () => {
  const person = await world.confirmedMerchant()
  const { body } = await world.app.inject({
    url: urlOf(csvExportRoute(idleRoute), { query: {} }),
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(Number(body.split('\r\n')[1])).toBeGreaterThan(60_000)
})
