import { expect, test } from 'vitest'
import { feeMultiplierOf } from './transfer.ts'

test.each([
  ['the average', { averageFeeMultiplier: 12, minFeeMultiplier: 10 }, 12],
  ['the minimum when it is higher', { averageFeeMultiplier: 5, minFeeMultiplier: 10 }, 10],
  ['an average above the default', { averageFeeMultiplier: 700, minFeeMultiplier: 10 }, 700],
  ['the default when the network returns no fee', undefined, 100],
  ['the default when nobody has paid one', { averageFeeMultiplier: 0, minFeeMultiplier: 0 }, 100],
])('pays %s for a transfer [VE03]', (_, fees, paid) => {
  expect(feeMultiplierOf(fees)).toBe(paid)
})
