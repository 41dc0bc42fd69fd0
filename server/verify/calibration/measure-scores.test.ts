import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { rememberBuyers, verifyAt } from '#server/verdict/shopper.fixture.ts'
import { type PrintedCode, product } from '#server/verify/verify.fixture.ts'
import { largestScore } from '#shared/verdict/rules.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'
import { measureScores } from './measure-scores.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world?.close())

const now = Math.floor(Date.now() / 60_000)
const measure = () =>
  measureScores(world.services.db, { signal: new AbortController().signal, heartbeat: async () => {} }, now)
const sampleOf = async (skuId: string) =>
  (await world.database.query('select sample from verdict_calibration where sku_id = $1', [skuId])).rows[0]?.sample

/** A history with another phone every second day, which began so many days ago. */
const historyOf = (days: number, visits: number) =>
  Array.from({ length: visits }, (_, n) => ({
    minute: now - (days - 2 * n) * 1440,
    visitor: n,
    kind: n,
    version: 100,
    country: 'MY',
    place: { lat: 3.14, lng: 101.69 },
    network: n,
  })).reduce(addVisit, emptyVisitLog)

async function remember({ address }: PrintedCode, history: ReturnType<typeof historyOf>, isRecent = false) {
  const values = [address, Buffer.from(encodeVisitLog(history))]
  await world.database.query(
    isRecent
      ? `insert into recent_visits (run, address, visit_log, visits) select run, $1, $2, '' from recent_run`
      : `insert into code_visits (address, visit_log, visits) values ($1, $2, '')`,
    values,
  )
}

const shipped = ({ merchantId }: { merchantId: string }, { address }: PrintedCode, daysAgo: number) =>
  world.database.query(
    `with shipment as (insert into logistic (id, merchant_id, identifier, recipient, note, quantity, shipped_at, draft_hash)
       values ($1, $2, 'S-' || $3, '', '', 1, to_timestamp($4::float8), ''))
     insert into logistic_item (merchant_id, logistic_id, address, is_open) values ($2, $1, $5, false)`,
    [randomUUID(), merchantId, daysAgo, 60 * (now - daysAgo * 1440), address],
  )

describe('the sample of a SKU', () => {
  it('has the scores of its scanned codes, by their newest memory, without young and copied ones', async () => {
    const goods = await product(world)
    const [scored, once, young] = goods.active as [PrintedCode, PrintedCode, PrintedCode]
    const newest = historyOf(120, 4)
    await remember(scored, historyOf(120, 3))
    await remember(scored, newest, true)
    await remember(once, historyOf(120, 1))
    await remember(young, historyOf(89, 5))
    expect(await measure()).toBeGreaterThanOrEqual(1)
    const score = largestScore(newest.visits)!
    expect(await sampleOf(goods.skuId)).toEqual([{ codes: 2, scores: [score], honest: [] }])

    await world.database.query(
      `insert into verdict_case (merchant_id, sku_id, order_id, address, rule, fired, level, state, reason)
       select merchant_id, $2, order_id, address, 'visitors', '{}', 'caution', 'closed', 'display' from code where address = $1`,
      [scored.address, goods.skuId],
    )
    await world.database.query('insert into code_mark (address, merchant_id, copied_at) values ($1, $2, now())', [
      once.address,
      goods.merchantId,
    ])
    await measure()
    expect(await sampleOf(goods.skuId)).toEqual([{ codes: 1, scores: [], honest: [score] }])
  })

  it('counts no looks before the item was first shipped', async () => {
    const goods = await product(world)
    const [packed, unseen] = goods.active as [PrintedCode, PrintedCode]
    await remember(packed, historyOf(120, 8))
    await remember(unseen, historyOf(120, 8))
    // Four of the looks at the first code are later than its shipment, all of those at the second one are earlier.
    await shipped(goods, packed, 112)
    await shipped(goods, unseen, 10)
    await measure()
    const later = historyOf(120, 8).visits.slice(4)
    expect(await sampleOf(goods.skuId)).toEqual([{ codes: 1, scores: [largestScore(later)], honest: [] }])
  })

  it('is the same after a run that was interrupted', async () => {
    const goods = await product(world)
    await remember(goods.active[0]!, historyOf(100, 3))
    const stopped = new AbortController()
    const interrupted = measureScores(
      world.services.db,
      { signal: stopped.signal, heartbeat: async () => Promise.reject(new Error('The worker has vanished')) },
      now,
    )
    await expect(interrupted).rejects.toThrow('vanished')
    await measure()
    expect(await sampleOf(goods.skuId)).toMatchObject([{ codes: 1 }])
  })
})

it('warns from the threshold of the SKU on', async () => {
  const [quiet, usual] = [await product(world), await product(world)]
  const rulesAfter = async ({ active, skuId, merchantId }: typeof quiet, threshold: number | null) => {
    await world.database.query(`insert into verdict_calibration (sku_id, merchant_id, threshold) values ($1, $2, $3)`, [
      skuId,
      merchantId,
      threshold,
    ])
    await rememberBuyers(world, active[0]!)
    return (await verifyAt(world, active[0]!, 'Pixel')).item!.fired.map(({ rule }) => rule)
  }
  expect(await rulesAfter(usual, null)).toContain('visitors')
  expect(await rulesAfter(quiet, 1000)).not.toContain('visitors')
})
