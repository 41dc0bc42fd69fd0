import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { generate, orderOf, productOf } from '#server/order/order.fixture.ts'
import { insightsContract } from '#shared/insights/contract.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const trend = (person: Person, timeZone?: string) =>
  world.api(insightsContract, person).trend({ query: timeZone === undefined ? {} : { timeZone } })
const generatedAt = (orderId: string, time: string) =>
  world.database.query('update code_order set created_at = $2 where id = $1', [orderId, time])

test('returns the last twelve months, with the SKUs created and the codes generated in each [DB02]', async () => {
  const person = await world.approvedMerchant({ credit: 100 })
  const skuId = await productOf(world, person)
  const [now, old, ancient] = [
    await orderOf(world, person, skuId, 5),
    await orderOf(world, person, skuId, 7),
    await orderOf(world, person, skuId, 11),
  ]
  for (const id of [now, old, ancient]) await generate(world, id)
  await orderOf(world, person, skuId, 13)
  const { rows } = await world.database.query(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM') as this, to_char(now() at time zone 'UTC' - interval '11 months', 'YYYY-MM') as first`,
  )
  const { this: thisMonth, first } = rows[0]
  await generatedAt(old, `${first}-02T00:00:00Z`)
  await generatedAt(ancient, '2001-01-01T00:00:00Z')
  const months = await trend(person)
  expect(months).toHaveLength(12)
  expect(months.at(0)).toEqual({ month: first, created: 0, generated: 7 })
  expect(months.at(-1)).toEqual({ month: thisMonth, created: 1, generated: 5 })
  expect(months.slice(1, -1).every(({ created, generated }) => created + generated === 0)).toBe(true)
})

test("months end at midnight in the reader's time zone; rejects an unknown zone [DB02]", async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const id = await orderOf(world, person, await productOf(world, person), 3)
  await generate(world, id)
  const { rows } = await world.database.query(
    `select to_char(date_trunc('month', now() at time zone 'UTC') - interval '2 months', 'YYYY-MM') as before,
       to_char(date_trunc('month', now() at time zone 'UTC') - interval '1 month', 'YYYY-MM') as after`,
  )
  const { before, after } = rows[0]
  // Half an hour before midnight in Greenwich, the next month has begun in Kuala Lumpur.
  await world.database.query(
    `update code_order set created_at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 month 30 minutes' where id = $1`,
    [id],
  )
  const monthOf = async (zone: string) => (await trend(person, zone)).find(({ generated }) => generated > 0)?.month
  expect(await monthOf('UTC')).toBe(before)
  expect(await monthOf('Asia/Kuala_Lumpur')).toBe(after)
  await expect(trend(person, 'Mars/Olympus')).rejects.toMatchObject({ status: 400 })
})

test("does not count another merchant's data [DB02]", async () => {
  const [person, other] = [await world.approvedMerchant({ credit: 10 }), await world.approvedMerchant({ credit: 10 })]
  await productOf(world, other)
  expect((await trend(person)).every(({ created, generated }) => created + generated === 0)).toBe(true)
})
