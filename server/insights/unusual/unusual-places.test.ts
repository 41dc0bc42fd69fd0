import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { placeOf, storeScans } from '#server/insights/scans/scans.fixture.ts'
import { rangeScope } from '#server/insights/scope.ts'
import { countAllScans } from '#server/insights/sums/count-scans.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { findUnusualPlace } from './unusual-places.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test('names an unusual place in the last minutes of a day, whose last slot ends after the sums [IN05]', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const merchantId = person.merchantId!
  const [skuId, placeId] = [await productOf(world, person), await placeOf(world, 'Jakarta', 'ID')]
  // One scan a day, and thirty on the day before the last.
  const day = (number: number) => new Date(Date.UTC(2026, 2, 1 + number, 12)).toISOString()
  const usual = Array.from({ length: 70 }, (_, number) => day(number))
  const rush = Array.from({ length: 30 }, () => day(68))
  await storeScans(
    world,
    [...usual, ...rush].map((at) => ({ at, merchantId, skuId, placeId, os: 1 })),
  )
  await countAllScans(world.services.db)
  const unusualAt = (to: string, countedTo: string) =>
    world.services.db.system((tx) =>
      findUnusualPlace(tx, rangeScope(merchantId, new Date('2026-01-01T00:00:00Z'), new Date(to)), {
        countedTo,
        age: 0,
        isOld: false,
      }),
    )
  const [almostMidnight, counted] = ['2026-05-09T23:52:00Z', '2026-05-09 23:51:00+00']
  expect(await unusualAt(almostMidnight, counted)).toMatchObject({ skuId, location: 'Jakarta' })
  // The sums are days behind.
  expect(await unusualAt('2026-05-12T23:52:00Z', counted)).toBeNull()
})
