import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { placeOf } from '#server/insights/scans/scans.fixture.ts'
import { storePatterns } from '#server/pattern/cases/store-patterns.ts'
import { type GivenLook, largeOrder, storeLooks } from '#server/pattern/pattern.fixture.ts'
import { searchPatterns } from '#server/pattern/service.ts'
import { patternContract } from '#shared/pattern/contract.ts'
import { findDiversions } from './find-diversions.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

it('finds looks abroad before the goods left, and a delivered shipment that is scanned far away', async () => {
  const [paris, hanoi] = [
    await placeOf(world, 'Paris', 'FR', [48.9, 2.4]),
    await placeOf(world, 'Hanoi', 'VN', [21, 106]),
  ]
  const order = await largeOrder(world, 80)
  const { merchantId } = order.owner
  await world.database.query(`update business set details = '{"country": "my"}' where merchant_id = $1`, [merchantId])
  const shipped = async (from: number, to: number, shippedAgo: number, deliveredAgo: number | null) => {
    const id = randomUUID()
    await world.database.query(
      `with shipment as (insert into logistic (id, merchant_id, identifier, recipient, note, quantity, shipped_at, delivered_at, draft_hash)
         values ($1, $2, 'S-' || $3::int, 'Paris', '', 40, now() - make_interval(days => $4), now() - make_interval(days => $5), ''))
       insert into logistic_item (merchant_id, logistic_id, address, is_open) select $2, $1, address, false from unnest($6::uuid[]) address`,
      [id, merchantId, from, shippedAgo, deliveredAgo, order.addresses.slice(from - 1, to)],
    )
    return id
  }
  await shipped(1, 40, 2, null)
  const delivered = await shipped(41, 80, 30, 25)
  const looks = (serials: [number, number], daysAgo: number, place: number): GivenLook[] =>
    Array.from({ length: serials[1] - serials[0] + 1 }, (_, n) => {
      const serial = serials[0] + n
      return { serial, daysAgo: daysAgo + (n % 6), kind: n % 5, visitor: 1000 * daysAgo + serial, place }
    })
  await storeLooks(world, order, [
    ...looks([1, 12], 5, hanoi),
    ...looks([41, 66], 4, hanoi),
    ...looks([70, 74], 4, paris),
    { serial: 76, daysAgo: 1, kind: 1, place: paris },
    { serial: 75, daysAgo: 25, kind: 1, visitor: 9, place: paris, minute: 1 },
  ])
  await world.database.query(
    `insert into logistic_claim (hash, merchant_id, logistic_id, address, kind, created_at)
     values ($1, $2, $3, $4, 'arrived', date_trunc('day', now(), 'UTC') - interval '25 days' + interval '10 minutes')`,
    [Buffer.from('claim'), merchantId, delivered, order.addresses[74]],
  )
  const context = { signal: new AbortController().signal, heartbeat: async () => {} }
  const { db } = world.services
  await searchPatterns(db, context)
  // Each order is compared on one day of seven.
  const turns = Array.from({ length: 7 }, (_, n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10))
  const found = await Promise.all(turns.map((today) => findDiversions(db, today, context)))
  expect(found.filter((cases) => cases.length > 0).length).toBeLessThanOrEqual(1)
  await db.system((tx) => storePatterns(tx, found.flat()))
  const cases = (await world.api(patternContract, order.owner).list({ query: {} })).rows
  expect(cases.map(({ facts }) => facts).toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: 'diverted', country: 'VN', destination: 'FR', shipment: 'S-41' },
    { kind: 'early', countries: ['VN'], neverShipped: false },
  ])
  await expect(world.api(patternContract, order.owner).mark({ params: { id: cases[0]!.id } })).rejects.toMatchObject({
    code: 'pattern.notMarkable',
  })
})
