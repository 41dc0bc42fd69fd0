import type { Feature, FeatureCollection, MultiLineString, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import topology from 'world-atlas/countries-110m.json'

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>
const world = topology as unknown as World

/** Natural Earth, 1:110 million. */
export const land = feature(world, world.objects.land) as FeatureCollection | Feature
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

function ringsOf(shape: FeatureCollection | Feature): Position[][] {
  const features = shape.type === 'FeatureCollection' ? shape.features : [shape]
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
  })
}

/** Path data of the land and of the borders. */
export const landPath = (): string => ringsOf(land).map(line).join('Z')
export const bordersPath = (): string => borders.coordinates.map(line).join('')
