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
const dataZoom = 11
export const pickedZoom = 13
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
      ...{ lat, lng, scans, suspicious, places: cluster?.point_count ?? 1 },
      key: cluster ? `cluster-${cluster.cluster_id}` : (properties as { key: string }).key,
      ...(cluster && { clusterId: cluster.cluster_id }),
    }
  })
}

/** The view after a press on a marker: a cluster is opened until it divides, a place is shown closely. */
export function viewOfMarker(index: PlaceIndex, { lat, lng, clusterId }: Marker): View {
  const zoom = clusterId === undefined ? pickedZoom : index.getClusterExpansionZoom(clusterId)
  return { latitude: lat, longitude: lng, zoom: Math.min(zoom, zoomLimits.maxZoom) }
}

/** The view of a reset or of new data: the place with most scans, or the initial view without places. */
export function viewOfData(places: readonly MapPlace[]): View {
  const [first, ...others] = places.filter(isPositioned)
  if (!first) return initialView
  const busiest = others.reduce((best, place) => (place.scans > best.scans ? place : best), first)
  return { latitude: busiest.lat, longitude: busiest.lng, zoom: dataZoom }
}

/** Upper limits of the share of suspicious scans in each level of the layer; the last level has none. */
export const shareLimits = [0, 0.05, 0.2] as const

/** The level of a place: 0 without suspicious scans, up to the number of limits. */
export function shareLevel({ scans, suspicious }: Counts): number {
  const share = scans > 0 ? suspicious / scans : 0
  const level = shareLimits.findIndex((limit) => share <= limit)
  return level < 0 ? shareLimits.length : level
}
