// @vitest-environment node
import { expect, test } from 'vitest'
import { land } from './world.ts'

test('draws no land across the map where a country crosses the date line [IN04]', () => {
  const rings = land.geometry.coordinates.flat()
  const jumping = rings.filter((ring) => ring.some(([lng = 0], at) => Math.abs(lng - (ring[at - 1]?.[0] ?? lng)) > 180))
  // Only Antarctica, which is around the pole.
  expect(jumping.map((ring) => Math.max(...ring.map(([, lat = 0]) => lat)) < -60)).toEqual([true])
  const eurasia = rings.toSorted((one, other) => other.length - one.length)[0]!
  expect(Math.min(...eurasia.map(([lng = 0]) => lng))).toBeGreaterThan(-20)
  expect(Math.max(...eurasia.map(([lng = 0]) => lng))).toBeCloseTo(190, -1)
})
