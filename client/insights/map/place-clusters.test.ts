import { expect, test } from 'vitest'
import {
  indexPlaces,
  initialView,
  type MapPlace,
  markersAt,
  shareLevel,
  viewOfData,
  viewOfMarker,
} from './place-clusters.ts'

const place = (location: string, lat: number | null, lng: number | null, scans: number, suspicious = 0): MapPlace => ({
  ...{ location, country: 'Indonesia', lat, lng, scans, suspicious },
})
const jakarta = place('Jakarta', -6.2, 106.8, 8, 2)
const bogor = place('Bogor', -6.6, 106.8, 4, 1)
const tokyo = place('Tokyo', 35.7, 139.7, 20)

test('IN04 joins close places with the sums of their scans, and divides them when the map is closer', () => {
  const index = indexPlaces([jakarta, bogor, tokyo, place('Nowhere', null, null, 5)])
  const far = markersAt(index, 2.9)
  expect(far.map(({ places, scans, suspicious }) => [places, scans, suspicious]).sort()).toEqual([
    [1, 20, 0],
    [2, 12, 3],
  ])
  const cluster = far.find(({ places }) => places === 2)!
  const view = viewOfMarker(index, cluster)
  expect(view.zoom).toBeGreaterThan(2)
  const close = markersAt(index, view.zoom)
  expect(close.map(({ key }) => key).sort()).toEqual(['Bogor, Indonesia', 'Jakarta, Indonesia', 'Tokyo, Indonesia'])
})

test('IN04 centres on a picked place at zoom 13, on data at zoom 11, and on the initial view without data', () => {
  const index = indexPlaces([tokyo])
  expect(viewOfMarker(index, markersAt(index, 2)[0]!).zoom).toBe(13)
  expect(viewOfData([jakarta, tokyo])).toEqual({ latitude: 35.7, longitude: 139.7, zoom: 11 })
  expect(viewOfData([place('Nowhere', null, null, 5)])).toEqual(initialView)
  expect(initialView).toEqual({ latitude: 24.5, longitude: 80.7, zoom: 2 })
})

test('IN04 gives each share of suspicious scans one level', () => {
  const levels = [0, 1, 5, 6, 20, 21, 100].map((suspicious) => shareLevel({ scans: 100, suspicious }))
  expect(levels).toEqual([0, 1, 1, 2, 2, 3, 3])
  expect(shareLevel({ scans: 0, suspicious: 0 })).toBe(0)
})
