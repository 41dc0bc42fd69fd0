import Supercluster from 'supercluster'

/** A place with its scans; the position is in degrees, null if unknown. */
export type MapPlace = {
  location: string
  country: string
  lat: number | null
  lng: number | null
  scans: number
  suspicious: number
}
export type View = { latitude: number; longitude: number; zoom: number }
type Counts = { scans: number; suspicious: number }
/** A place, or several places that are close to each other at a zoom. */
export type Marker = Counts & { lat: number; lng: number; places: number; key: string; clusterId?: number }
export type PlaceIndex = Supercluster<Counts & { key: string }, Counts>

/** Pixels of a tile. Places that are closer than this are one cluster. */
const clusterRadius = 60
/** From this zoom on, each place has its own marker. */
const clusterMaxZoom = 12
export const initialView: View = { latitude: 24.5, longitude: 80.7, zoom: 2 }
/**
 * The closest zooms at which the map shows data by itself. The bundled countries have no towns or streets: closer, a place
 * would be a circle in an empty rectangle.
 */
const closestZooms = { withTiles: { data: 11, place: 13 }, withoutTiles: { data: 5, place: 6 } } as const
export type ClosestZooms = { data: number; place: number }
export const closestZoomsOf = (hasTiles: boolean): ClosestZooms => closestZooms[hasTiles ? 'withTiles' : 'withoutTiles']
export const zoomLimits = { minZoom: 0, maxZoom: 16 }

export const placeName = ({ location, country }: { location: string; country: string }): string =>
  [location, country].filter(Boolean).join(', ')

const isPositioned = <P extends { lat: number | null; lng: number | null }>(
  place: P,
): place is P & { lat: number; lng: number } => place.lat !== null && place.lng !== null

/** Indexes the places of known position. `extent` is that of the map's tiles, so that zooms mean the same in both. */
export function indexPlaces(places: readonly MapPlace[]): PlaceIndex {
  const index: PlaceIndex = new Supercluster({
    radius: clusterRadius,
    maxZoom: clusterMaxZoom,
    map: ({ scans, suspicious }) => ({ scans, suspicious }),
    reduce: (sum, { scans, suspicious }) => {
      sum.scans += scans
      sum.suspicious += suspicious
    },
  })
  return index.load(
    places.filter(isPositioned).map((place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
      properties: { scans: place.scans, suspicious: place.suspicious, key: placeName(place) },
    })),
  )
}

/** The markers of the whole world at a zoom. */
export function markersAt(index: PlaceIndex, zoom: number): Marker[] {
  return index.getClusters([-180, -90, 180, 90], Math.floor(Math.max(0, zoom))).map(({ geometry, properties }) => {
    const [lng = 0, lat = 0] = geometry.coordinates
    const { scans, suspicious } = properties
    const cluster = 'cluster_id' in properties ? properties : undefined
    return {
      lat,
      lng,
      scans,
      suspicious,
      places: cluster?.point_count ?? 1,
      key: cluster ? `cluster-${cluster.cluster_id}` : (properties as { key: string }).key,
      ...(cluster && { clusterId: cluster.cluster_id }),
    }
  })
}

/** The view after a press on a marker: a cluster is opened until it divides, a place is shown closely. */
export function viewOfMarker(index: PlaceIndex, { lat, lng, clusterId }: Marker, closest: ClosestZooms): View {
  const zoom = clusterId === undefined ? closest.place : index.getClusterExpansionZoom(clusterId)
  return { latitude: lat, longitude: lng, zoom: Math.min(zoom, zoomLimits.maxZoom) }
}

/** Pixels of the map. */
type Size = { width: number; height: number }
/** The width of the world at zoom 0, pixels. */
const worldWidth = 512
/** Pixels between the outermost places and the border, for their circles and names. */
const margin = 48

/** The view of a reset or of new data: all places, as close as possible. Without places, the initial view. */
export function viewOfData(places: readonly MapPlace[], { width, height }: Size, closest: ClosestZooms): View {
  const known = places.filter(isPositioned)
  if (known.length === 0) return initialView
  const [west, across] = widthOf(known.map(({ lng }) => (lng + 180) / 360))
  const rows = known.map(({ lat }) => rowOf(lat))
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const zoomOf = (pixels: number, share: number) => Math.log2(Math.max(1, pixels - 2 * margin) / (worldWidth * share))
  const zoom = Math.min(zoomOf(width, across), zoomOf(height, bottom - top), closest.data)
  return {
    latitude: latitudeOf((top + bottom) / 2),
    longitude: (((west + across / 2) % 1) - 0.5) * 360,
    zoom: Math.max(zoomLimits.minZoom, zoom),
  }
}

/** The first column and the width of the shortest part of the earth with all columns, which may cross the date line. */
function widthOf(columns: readonly number[]): [west: number, across: number] {
  const sorted = columns.toSorted((one, other) => one - other)
  const gapBefore = (at: number) => sorted[at]! - (at === 0 ? sorted.at(-1)! - 1 : sorted[at - 1]!)
  const first = sorted.reduce((best, _, at) => (gapBefore(at) > gapBefore(best) ? at : best), 0)
  return [sorted[first]!, 1 - gapBefore(first)]
}

/** Web Mercator: the share of the height of the world above a latitude, and its inverse. */
const mostNorthern = 85
const rowOf = (latitude: number): number => {
  const clamped = Math.min(mostNorthern, Math.max(-mostNorthern, latitude))
  return 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI)
}
const latitudeOf = (row: number): number => (Math.atan(Math.sinh((0.5 - row) * 2 * Math.PI)) * 180) / Math.PI

/** Upper limits of the share of suspicious scans in each level of the layer; the last level has none. */
export const shareLimits = [0, 0.05, 0.2] as const

/** The level of a place: 0 without suspicious scans, up to the number of limits. */
export function shareLevel({ scans, suspicious }: Counts): number {
  const share = scans > 0 ? suspicious / scans : 0
  const level = shareLimits.findIndex((limit) => share <= limit)
  return level < 0 ? shareLimits.length : level
}
