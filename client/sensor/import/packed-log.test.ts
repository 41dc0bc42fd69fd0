// @vitest-environment node
import { expect, test } from 'vitest'
import { packLog, partsOf, readingAt } from './packed-log.ts'

const minute = (n: number) => new Date(Date.parse('2026-05-03T08:00:00Z') + n * 60_000).toISOString()
const readings = [4.5, -2, 9.25, 3].map((value, n) => ({ value, createdAt: minute(n) }))
const problems = Array.from({ length: 7 }, (_, n) => ({ line: n + 1, problem: 'noValue' as const, text: 'x' }))

const none = { readings: [], problems: [], headingLines: 1, hasRepeatedHour: false, isDescending: false }

test('keeps every reading of a log, its extremes, and examples of its problems [SE01]', () => {
  const log = packLog({ ...none, readings, problems })
  expect(readings.map((_, at) => readingAt(log, at))).toEqual(readings)
  expect(log).toMatchObject({ min: -2, max: 9.25, refusedCount: 7 })
  expect(log.refused).toEqual([{ problem: 'noValue', count: 7, lines: problems.slice(0, 3) }])
})

test('divides a log into parts that one call stores [SE01]', () => {
  const log = packLog({ ...none, readings })
  expect([...partsOf(log, 3)]).toEqual([readings.slice(0, 3), readings.slice(3)])
  expect([...partsOf(packLog(none))]).toEqual([])
})
