import { expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './datetime-input.ts'

test('a time that was picked is the time that is shown; a day is its midnight here; a half picked one is none', () => {
  for (const time of ['2026-01-15T12:30', '2026-07-15T00:00', '2026-11-21T23:59']) {
    expect(toLocalInput(fromLocalInput(time))).toBe(time)
    expect(fromLocalInput(time)).toBe(new Date(time).toISOString())
  }
  expect(toLocalInput('2026-11-21')).toBe('2026-11-21T00:00')
  expect([toLocalInput(''), fromLocalInput(''), fromLocalInput('2026-11-')]).toEqual(['', '', ''])
})
