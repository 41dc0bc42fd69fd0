import { expect, test } from 'vitest'
import { zoneOffset } from './zone-offset.ts'

test.each([
  ['UTC', '2026-07-01T00:00Z', 0],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ['America/St_Johns', '2026-01-01T00:00Z', -210],
  ['Asia/Kathmandu', '2026-01-01T00:00Z', 345],
  ['Africa/Monrovia', '1960-01-01T00:00Z', -44.5],
])('knows the clocks of %s at %s', (zone, at, minutes) => {
  expect(zoneOffset(zone)(Date.parse(at)) / 60_000).toBeCloseTo(minutes, 5)
})
