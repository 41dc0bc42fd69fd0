import { expect, test } from 'vitest'
import { dayProblems, rangeInstants } from './range.ts'

const now = new Date(2026, 10, 24, 10, 30)
const none = { from: '', to: '' }

test.each([
  ['1d', new Date(2026, 10, 24)],
  ['1w', new Date(2026, 10, 18)],
  ['1m', new Date(2026, 9, 24)],
  ['1y', new Date(2025, 10, 24)],
] as const)('begins the range %s at midnight and ends it now [IN01]', (range, from) => {
  expect(rangeInstants(range, none, now)).toEqual({ from: from.toISOString(), to: now.toISOString() })
})

test('includes the last of the own dates, and ends at the present when that is today [IN01]', () => {
  expect(rangeInstants('own', { from: '2026-11-02', to: '2026-11-03' }, now)).toEqual({
    from: new Date(2026, 10, 2).toISOString(),
    to: new Date(2026, 10, 4).toISOString(),
  })
  expect(rangeInstants('own', { from: '2026-11-24', to: '2026-11-24' }, now).to).toBe(now.toISOString())
})

test('rejects missing and future dates, and a start after the end [IN01]', () => {
  const today = '2026-11-24'
  expect(dayProblems({ from: '', to: '2026-11-25' }, today)).toEqual({ from: 'pickDate', to: 'futureDate' })
  expect(dayProblems({ from: '2026-11-20', to: '2026-11-19' }, today)).toEqual({ to: 'wrongOrder' })
  expect(dayProblems({ from: '2026-13-40', to: today }, today)).toEqual({ from: 'pickDate' })
  expect(dayProblems({ from: today, to: today }, today)).toEqual({})
})
