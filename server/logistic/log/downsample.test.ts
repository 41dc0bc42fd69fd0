import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downsample, type LoggedTemp } from './downsample.ts'

const most = 1_000
const start = Date.parse('2026-01-01T00:00Z')
const count = 1_000_000
/** A reading a second, of which those named are out of 2 to 8 °C for one reading. */
const logWith = (spikes: ReadonlyMap<number, number>): LoggedTemp[] =>
  Array.from({ length: count }, (_, n) => ({ at: new Date(start + n * 1000), temp: spikes.get(n) ?? 4 + (n % 7) / 10 }))

test('keeps an excursion of one reading in the chart of 1,000,000 readings [LO03]', () => {
  const spikes = new Map(
    [0, 1, 71_234, 71_236, 500_000, 600_001, count - 1].map(
      (n, i) => [n, i % 2 === 0 ? 9 + i / 10 : 1 - i / 10] as const,
    ),
  )
  const log = logWith(spikes)
  const chart = downsample(log, most)
  expect(chart.length).toBeLessThanOrEqual(most)
  expect(chart.map(({ at }) => at.getTime())).toEqual(chart.map(({ at }) => at.getTime()).toSorted((a, b) => a - b))
  for (const n of spikes.keys()) {
    // Within the same part of the chart, on the same side.
    const part = (at: number) => Math.floor(at / (count / (most / 2)))
    const side = spikes.get(n)! > 8
    const near = chart.filter(({ at, temp }) => part((at.getTime() - start) / 1000) === part(n) && temp > 8 === side)
    expect(
      near.some(({ temp }) => temp > 8 || temp < 2),
      `reading ${n}`,
    ).toBe(true)
  }
  expect(chart.filter(({ temp }) => temp > 8 || temp < 2)).toHaveLength(spikes.size)
})

test('keeps the lowest and the highest reading in a chart, and all readings of a short log [LO03]', () => {
  const logs = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 5_000 }), temp: fc.integer({ min: -30, max: 30 }) }),
    {
      minLength: 1,
      maxLength: 300,
    },
  )
  fc.assert(
    fc.property(logs, (steps) => {
      let at = start
      const log = steps.map(({ gap, temp }) => {
        at += gap * 1000
        return { at: new Date(at), temp }
      })
      const chart = downsample(log, 40)
      expect(chart.length).toBeLessThanOrEqual(40)
      const ends = (readings: readonly LoggedTemp[]) => [
        Math.min(...readings.map(({ temp }) => temp)),
        Math.max(...readings.map(({ temp }) => temp)),
      ]
      expect(ends(chart)).toEqual(ends(log))
      if (log.length <= 40) expect(chart).toEqual(log)
    }),
  )
})
