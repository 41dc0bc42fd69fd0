import { expect, test } from 'vitest'
import { extremesOf, logScales, nearestReading } from './log-scale.ts'

const start = Date.parse('2026-05-03T00:00:00Z')
const logs = [4, 2, 9, 9, 3].map((value, minute) => ({
  value,
  createdAt: new Date(start + minute * 60_000).toISOString(),
}))

test('shows all readings and limits above and below them inside the plot [SE01]', () => {
  const { x, y } = logScales({ logs, limit: 20, minimum: -5 }, { width: 300, height: 100 })
  expect([x(new Date(logs[0]!.createdAt)), x(new Date(logs[4]!.createdAt))]).toEqual([0, 300])
  for (const value of [-5, 2, 9, 20]) {
    expect(y(value)).toBeGreaterThanOrEqual(0)
    expect(y(value)).toBeLessThanOrEqual(100)
  }
  expect(y(20)).toBeLessThan(y(9))
})

test('draws a single reading and equal readings [SE01]', () => {
  const { x, y } = logScales({ logs: [logs[0]!], limit: null, minimum: null }, { width: 300, height: 100 })
  expect(Number.isFinite(x(new Date(logs[0]!.createdAt)))).toBe(true)
  expect(y(4)).toBeGreaterThan(0)
  expect(y(4)).toBeLessThan(100)
})

test('finds the first lowest and the first highest reading [SE01]', () => {
  expect(extremesOf(logs)).toEqual({ lowest: 1, highest: 2 })
})

test('finds the reading nearest to a time, before and after all readings too [SE01]', () => {
  const at = (minutes: number) => nearestReading(logs, start + minutes * 60_000)
  expect([-5, 0.4, 0.6, 2, 3.9, 90].map(at)).toEqual([0, 0, 1, 2, 4, 4])
  expect(nearestReading([logs[0]!], start + 1)).toBe(0)
})
