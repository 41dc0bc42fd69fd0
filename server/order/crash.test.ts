import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'

const kills = 20
const quantity = 2_000_000
let world: TestApp
let child: ChildProcess | undefined
beforeAll(async () => {
  world = await testApp()
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await world.close()
})

test('CO09 a generation killed at random moments ends with exactly the ordered codes', {
  timeout: 240_000,
}, async () => {
  const { merchantId } = await world.approvedMerchant()
  const orderId = randomUUID()
  await world.database.query(
    `with mark as (insert into trademark
       (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
       values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', '{}') returning id),
     product as (insert into sku (merchant_id, trademark_id, name, sku, details)
       select $1, id, 'Tea', 'HT-1', '{}' from mark returning id)
     insert into code_order (id, merchant_id, order_id, sku_id, quantity, tag)
     select $2, $1, 'CRASH', id, $3, $4 from product`,
    [merchantId, orderId, quantity, randomBytes(5)],
  )
  let died = 0
  for (let done = false; !done; ) {
    child = fork(join(import.meta.dirname, 'generate-child.fixture.ts'), [world.database.url, orderId])
    const ended = once(child, 'exit')
    await once(child, 'message')
    const timer = died < kills ? setTimeout(() => child?.kill('SIGKILL'), Math.random() * 250) : undefined
    const [code] = await ended
    clearTimeout(timer)
    if (code === 0) done = true
    else died += 1
    const { rows } = await world.database.query(
      `select generated, state, (select count(*)::int from code where order_id = $1) as codes from code_order where id = $1`,
      [orderId],
    )
    expect(rows[0].codes).toBe(rows[0].generated)
    expect(rows[0].state === 'done').toBe(rows[0].codes === quantity)
  }
  const { rows } = await world.database.query(
    'select count(*)::int as codes, count(distinct serial_no)::int as serials, max(serial_no) as last from code where order_id = $1',
    [orderId],
  )
  expect(rows[0]).toEqual({ codes: quantity, serials: quantity, last: quantity })
  expect(died).toBeGreaterThanOrEqual(kills)
})
