import { expect, test } from 'vitest'
import {
  closestZoomsOf,
  indexPlaces,
  initialView,
  type MapPlace,
  markersAt,
  shareLevel,
  type View,
  viewOfData,
  viewOfMarker,
} from './place-clusters.ts'

const place = (location: string, lat: number | null, lng: number | null, scans: number, suspicious = 0): MapPlace => ({
  location,
  country: 'Indonesia',
  lat,
  lng,
  scans,
  suspicious,
})
const jakarta = place('Jakarta', -6.2, 106.8, 8, 2)
const bogor = place('Bogor', -6.6, 106.8, 4, 1)
const tokyo = place('Tokyo', 35.7, 139.7, 20)

test('joins close places with the sums of their scans, and divides them when the map is closer [IN04]', () => {
  const index = indexPlaces([jakarta, bogor, tokyo, place('Nowhere', null, null, 5)])
  const far = markersAt(index, 2.9)
  expect(far.map(({ places, scans, suspicious }) => [places, scans, suspicious]).sort()).toEqual([
    [1, 20, 0],
    [2, 12, 3],
  ])
  const cluster = far.find(({ places }) => places === 2)!
  const view = viewOfMarker(index, cluster, closestZoomsOf(false))
  expect(view.zoom).toBeGreaterThan(2)
  const close = markersAt(index, view.zoom)
  expect(close.map(({ key }) => key).sort()).toEqual(['Bogor, Indonesia', 'Jakarta, Indonesia', 'Tokyo, Indonesia'])
})

const size = { width: 800, height: 420 }
/** The pixel of a place on the map, from its centre. */
function pixelOf({ latitude, longitude, zoom }: View, { lat, lng }: MapPlace) {
  const row = (degrees: number) => Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI)
  const columns = ((lng! - longitude + 540) % 360) - 180
  return [(columns / 360) * 512 * 2 ** zoom, (row(latitude) - row(lat!)) * 512 * 2 ** zoom]
}
const fits = (view: View, places: MapPlace[]) =>
  places.every((one) => {
    const [x = 0, y = 0] = pixelOf(view, one)
    return Math.abs(x) <= size.width / 2 && Math.abs(y) <= size.height / 2
  })

test('opens with all places in view, also across the date line and around the world [IN04]', () => {
  const [fiji, samoa] = [place('Suva', -18.1, 178.4, 1), place('Apia', -13.8, -171.8, 1)]
  const [lima, oslo] = [place('Lima', -12, -77, 1), place('Oslo', 59.9, 10.7, 1)]
  for (const places of [
    [jakarta, tokyo],
    [jakarta, bogor],
    [fiji, samoa],
    [lima, oslo, tokyo, samoa],
  ]) {
    const view = viewOfData([...places, place('Nowhere', null, null, 5)], size, closestZoomsOf(true))
    expect(fits(view, places)).toBe(true)
    // Closer, one of them would be outside or at the border.
    expect(view.zoom === 0 || fits({ ...view, zoom: view.zoom + 0.6 }, places)).toBe(
      view.zoom === 0 || view.zoom === 11,
    )
  }
  expect(Math.abs(viewOfData([fiji, samoa], size, closestZoomsOf(true)).longitude)).toBeGreaterThan(170)
})

test('shows one place at zoom 11 and a picked one at 13 with tiles, and in its country without [IN04]', () => {
  const index = indexPlaces([tokyo])
  const [marker] = markersAt(index, 2)
  expect(viewOfMarker(index, marker!, closestZoomsOf(true)).zoom).toBe(13)
  expect(viewOfMarker(index, marker!, closestZoomsOf(false)).zoom).toBe(6)
  const only = viewOfData([tokyo], size, closestZoomsOf(true))
  expect([only.latitude, only.longitude, only.zoom]).toEqual([expect.closeTo(35.7), expect.closeTo(139.7), 11])
  expect(viewOfData([tokyo], size, closestZoomsOf(false)).zoom).toBe(5)
  expect(viewOfData([place('Nowhere', null, null, 5)], size, closestZoomsOf(true))).toEqual(initialView)
  expect(initialView).toEqual({ latitude: 24.5, longitude: 80.7, zoom: 2 })
})

test('gives each share of suspicious scans one level [IN04]', () => {
  const levels = [0, 1, 5, 6, 20, 21, 100].map((suspicious) => shareLevel({ scans: 100, suspicious }))
  expect(levels).toEqual([0, 1, 1, 2, 2, 3, 3])
  expect(shareLevel({ scans: 0, suspicious: 0 })).toBe(0)
})
