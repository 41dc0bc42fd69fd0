import { expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './datetime-input.ts'

test('converts a picked time to an instant and back, a day to local midnight, and a partial value to empty', () => {
  for (const time of ['2026-01-15T12:30', '2026-07-15T00:00', '2026-11-21T23:59']) {
    expect(toLocalInput(fromLocalInput(time))).toBe(time)
    expect(fromLocalInput(time)).toBe(new Date(time).toISOString())
  }
  expect(toLocalInput('2026-11-21')).toBe('2026-11-21T00:00')
  expect([toLocalInput(''), fromLocalInput(''), fromLocalInput('2026-11-')]).toEqual(['', '', ''])
})
