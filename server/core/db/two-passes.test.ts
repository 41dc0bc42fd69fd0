import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { codeRows } from '#server/order/copy-rows.ts'
import { secondPassCondition, twoPassOrder } from './two-passes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('yields each number once, in two ascending passes, as the SQL condition orders them', async () => {
  const order = [...twoPassOrder(1_000)]
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
  const { rows } = await database.query(
    `select n from generate_series(0, 999) n order by ${secondPassCondition('n')}, n`,
  )
  expect(rows.map(({ n }) => n)).toEqual(order)
})

test('fills the index pages of an order that is not the last one to more than three quarters', async () => {
  const text =
    'insert into code (address, merchant_id, order_id, serial_no) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])'
  const add = async (prefix: number, count: number) => {
    const orderId = randomUUID()
    const rows = codeRows({ merchantId: orderId, orderId, prefix: Buffer.alloc(5, prefix), firstSerial: 1, count })
    const places = Array.from({ length: count }, (_, i) => 19 + i * 70)
    const addresses = places.map((at) => rows.subarray(at + 6, at + 22).toString('hex'))
    const serials = places.map((at) => rows.readInt32BE(at + 66))
    await database.query(text, [addresses, addresses.map(() => orderId), addresses.map(() => orderId), serials])
  }
  // The prefixes are not in the order of time, so that all but the first are inserted between others.
  await add(200, 100)
  for (let i = 0; i < 20; i++) await add((i * 77) % 199, 3_000)
  const { rows } = await database.query(
    `select pg_relation_size('code_pkey') / 60100.0 as address, pg_relation_size('code_serial') / 60100.0 as serial`,
  )
  // An entry needs 28 and 36 bytes; half empty pages would need 57 and 73.
  expect(Number(rows[0].address)).toBeLessThan(37)
  expect(Number(rows[0].serial)).toBeLessThan(48)
})
