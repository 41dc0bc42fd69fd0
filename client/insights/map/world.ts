import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import topology from 'world-atlas/countries-110m.json'

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>
const world = topology as unknown as World

/**
 * Rings of the data jump at the date line from 180 to -180 degrees. Drawn like that, an edge would cross the whole map and land
 * would cover an ocean, so they continue beyond 180 degrees. The ring around the pole ends on the other side, and stays.
 */
function withoutJump(ring: Position[]): Position[] {
  let turn = 0
  const points = ring.map(([lng = 0, lat = 0], at) => {
    const step = lng - (ring[at - 1]?.[0] ?? lng)
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    return [lng + turn, lat]
  })
  if (turn !== 0) return ring
  const middle = points.reduce((sum, [lng = 0]) => sum + lng, 0) / points.length
  const shift = 360 * Math.round(middle / 360)
  return points.map(([lng = 0, lat = 0]) => [lng - shift, lat])
}

/** Natural Earth, 1:110 million. */
export const land: Feature<MultiPolygon> = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'MultiPolygon',
    coordinates: polygonsOf(feature(world, world.objects.land) as FeatureCollection | Feature).map((rings) =>
      rings.map(withoutJump),
    ),
  },
}
export const borders: MultiLineString = mesh(world, world.objects.countries, (one, other) => one !== other)

/** The size of the picture in its own units: two for each degree. */
export const picture = { width: 720, height: 290 }
/** The picture ends in the north at this latitude, and in the south above Antarctica. */
const north = 85

/** The position in the picture: degrees of longitude and latitude have the same length. */
export const project = ([lng = 0, lat = 0]: Position): [x: number, y: number] => [(lng + 180) * 2, (north - lat) * 2]

const line = (positions: Position[]) =>
  positions
    .map((position, index) => `${index === 0 ? 'M' : 'L'}${project(position).map(Math.round).join(' ')}`)
    .join('')

function polygonsOf(shape: FeatureCollection | Feature): Position[][][] {
  const features = shape.type === 'FeatureCollection' ? shape.features : [shape]
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  })
}

/** Path data of the land and of the borders. */
export const landPath = (): string => land.geometry.coordinates.flat().map(line).join('Z')
export const bordersPath = (): string => borders.coordinates.map(line).join('')
