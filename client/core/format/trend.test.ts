import { expect, test } from 'vitest'
import { formatNumber } from './number.ts'
import { formatTrend, isStrongGrowth } from './trend.ts'

test.each([
  [12.34, '+', 12.3],
  [12, '+', 12],
  [100.04, '+', 100],
  [1234.56, '+', 1234.6],
  [-3.25, '-', 3.2],
  [-100, '-', 100],
])('formats the trend %d with its sign and one decimal, without a trailing zero [IN02]', (percent, sign, shown) => {
  expect(formatTrend(percent)).toBe(`${sign}${formatNumber(shown)}%`)
})

test('formats no change without a sign, and a change from 0 as a dash [IN02]', () => {
  expect([formatTrend(0), formatTrend(-0.04), formatTrend(0.04), formatTrend(null)]).toEqual(['0%', '0%', '0%', '—'])
})

test('calls growth of more than 100 percent strong [IN02]', () => {
  expect([null, -200, 100, 100.1].map(isStrongGrowth)).toEqual([false, false, false, true])
})
