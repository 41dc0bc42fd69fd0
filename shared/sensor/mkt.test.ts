import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromKineticSum, kineticTerm, meanKineticTemperature } from './mkt.ts'

// Worked examples that others have published.
test.each([
  {
    // https://systems.isopharm.co.uk/mean-kinetic-temperature/
    source: 'Isopharm: 2 hours in a room, 4 hours in a refrigerator, 1 hour at a loading dock',
    values: [20, 20, 2, 2, 2, 2, 25],
    mkt: 15.7,
    digits: 1,
  },
  {
    // https://github.com/zelti/mkt, README.md: an aggregate function for PostgreSQL
    source: 'zelti/mkt: the example of use',
    values: [2, 2, 5, 8, 8, 8, 8],
    mkt: 6.25,
    digits: 2,
  },
  {
    // https://e-com-net.com/article/1304841204579471360.htm: a calculation in steps, each of them a line of a program. The steps until
    // the two exponents are printed there, with 273.1 for 273.15; the result is the one of its program.
    source: 'a calculation in steps: the averages of two periods',
    values: [23, 25],
    mkt: 24.05,
    digits: 2,
  },
  {
    // https://360docs.net/doc/0525360775.html, example 1. It checks the formula at one temperature only.
    source: 'MKT of a warehouse: 52 weeks at 25 °C meet the limit of controlled room temperature',
    values: Array<number>(52).fill(25),
    mkt: 25,
    digits: 1,
  },
])('the mean kinetic temperature equals the published example of $source', ({ values, mkt, digits }) => {
  expect(meanKineticTemperature(values)!.toFixed(digits)).toBe(mkt.toFixed(digits))
})

// The formula and the constants of USP 29 <1160>, http://uspbpep.com/usp29/v29240/usp29nf24s0_c1160.html, calculated with
// 50 decimal digits by another program (Python's decimal).
test.each([
  { name: 'twelve months of a warehouse', values: [16, 18, 20, 22, 24, 26, 28, 27, 25, 22, 19, 17], mkt: 22.791628 },
  { name: 'a day in a refrigerator with one hour at 25 °C', values: [...Array(23).fill(5), 25], mkt: 7.756422 },
  { name: 'three readings', values: [20, 25, 30], mkt: 25.858208 },
  { name: 'the limits of a refrigerator', values: [2, 8], mkt: 5.536425 },
])('the mean kinetic temperature equals the exact value of the formula: $name', ({ values, mkt }) => {
  expect(meanKineticTemperature(values)).toBeCloseTo(mkt, 6)
})

const temperatures = fc.array(fc.double({ min: -80, max: 80, noNaN: true }), { minLength: 1, maxLength: 200 })

test('computes a mean kinetic temperature between arithmetic mean and maximum, independent of the order', () => {
  fc.assert(
    fc.property(temperatures, (values) => {
      const mkt = meanKineticTemperature(values)!
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      expect(mkt).toBeGreaterThanOrEqual(mean - 1e-6)
      expect(mkt).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
      expect(meanKineticTemperature(values.toReversed())).toBeCloseTo(mkt, 6)
    }),
  )
})

test('computes the mean kinetic temperature of the whole from the sums of its parts', () => {
  fc.assert(
    fc.property(temperatures, temperatures, (first, second) => {
      const sumOf = (values: number[]) => values.reduce((sum, value) => sum + kineticTerm(value), 0)
      const joined = fromKineticSum(sumOf(first) + sumOf(second), first.length + second.length)
      expect(joined).toBeCloseTo(meanKineticTemperature([...first, ...second])!, 6)
    }),
  )
})

test('returns no mean kinetic temperature without readings', () => {
  expect(meanKineticTemperature([])).toBeNull()
})
