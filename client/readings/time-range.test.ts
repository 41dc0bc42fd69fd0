import { expect, test } from 'vitest'
import { ownRangeProblem, presetQuery } from './time-range.ts'

// Local times: the presets follow the clock of the device.
const now = new Date(2026, 2, 31, 15, 30)

test('begins each range at midnight [SE01 LO01]', () => {
  const starts = (['1d', '1w', '1m', '1y'] as const).map((preset) => presetQuery(preset, now).startTime)
  expect(starts).toEqual(
    [new Date(2026, 2, 31), new Date(2026, 2, 25), new Date(2026, 1, 28), new Date(2025, 2, 31)].map((time) =>
      time.toISOString(),
    ),
  )
})

test('rejects an own range in the future or with its ends exchanged [SE01 LO01]', () => {
  expect(ownRangeProblem('2026-03-30T10:00', '2026-03-31T10:00', now)).toBeUndefined()
  expect(ownRangeProblem('2026-03-30T10:00', '', now)).toBeUndefined()
  expect(ownRangeProblem('2026-03-31T11:00', '2026-03-31T10:00', now)).toBe('wrongRange')
  expect(ownRangeProblem('2026-03-31T10:00', '2026-04-01T10:00', now)).toBe('wrongFuture')
})
