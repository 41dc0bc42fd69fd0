import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { phones, verifyAt } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, type Product, product } from './verify.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())
afterEach(() => {
  vi.useRealTimers()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Many phones look at the code on each of three days, until this many days ago. */
async function scannedUntil(code: PrintedCode, days: number): Promise<void> {
  for (const day of [2, 1, 0]) {
    vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(days + day) })
    for (const phone of phones) await verifyAt(world, code, `${phone}${'X'.repeat(day)}`)
    vi.useRealTimers()
  }
}
type Shipment = { shipped?: Date; created: Date; removed?: boolean }
async function ship({ merchantId }: Product, { address }: PrintedCode, { shipped, created, removed }: Shipment) {
  await world.database.query(
    `with added as (
       insert into logistic (merchant_id, identifier, recipient, note, quantity, shipped_at, draft_hash, created_at, removed_at)
       values ($1, 'S', 'Tea House', '', 1, $3, sha256(gen_random_uuid()::text::bytea), $4, case when $5 then now() end) returning id
     )
     insert into logistic_item (merchant_id, logistic_id, address, is_open) select $1, id, $2, false from added`,
    [merchantId, address, shipped ?? null, created, removed === true],
  )
}
const look = async (code: PrintedCode) => (await verifyAt(world, code, 'Shopper')).item!

test('visits before the first shipment of a code count for nothing [VD04]', async () => {
  const goods = await product(world)
  const [never, shipped, returned] = goods.active
  await ship(goods, shipped!, { created: daysAgo(2) })
  // The time that a person gave decides, and only the first shipment of an item does.
  await ship(goods, returned!, { shipped: daysAgo(2), created: daysAgo(9) })
  await ship(goods, returned!, { shipped: daysAgo(1), created: daysAgo(1) })
  for (const code of [never!, shipped!, returned!]) await scannedUntil(code, 3)
  expect((await look(never!)).level).toBe('caution')
  expect(await look(shipped!)).toMatchObject({ level: 'first', checks: 1, countries: 0, fired: [] })
  expect(await look(returned!)).toMatchObject({ level: 'first', checks: 1, countries: 0, fired: [] })
  for (const phone of phones.slice(0, 2)) await verifyAt(world, returned!, phone)
  expect(await look(returned!)).toMatchObject({ level: 'recognised', checks: 3 })
})

test('a shipment that was removed changes nothing [VD04]', async () => {
  const goods = await product(world)
  const code = goods.active[0]!
  await ship(goods, code, { created: daysAgo(2), removed: true })
  await scannedUntil(code, 3)
  expect((await look(code)).level).toBe('caution')
})
