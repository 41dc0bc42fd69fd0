import { MapView, WebMercatorViewport } from '@deck.gl/core'
import { GeoJsonLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers'
import { DeckGL } from '@deck.gl/react'
import { useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { mapColors } from './map-colors.ts'
import {
  type ClosestZooms,
  type Marker,
  markersAt,
  type PlaceIndex,
  shareLevel,
  type View,
  viewOfMarker,
  zoomLimits,
} from './place-clusters.ts'
import { borders, land } from './world.ts'

export type DeckMapProps = {
  index: PlaceIndex
  view: View
  onView: (view: View) => void
  /** A press on a place, not on a cluster. */
  onPlace: (marker: Marker) => void
  /** Colors the markers by their share of suspicious scans. */
  shares: boolean
  /** The text below a place. */
  nameOf: (marker: Marker) => string
  /** Draws the bundled countries. Without them, another layer is below the places. */
  hasLand: boolean
  closest: ClosestZooms
}

/** Metres. The inner circle has 65 % of the radius. */
const radius = 1000
const innerShare = 0.65
/** Pixels that a place has at least, so that it can be seen and pressed on a map of the world. */
const minRadius = 12
/** From this zoom on, places have their names: borders are far away. */
const nameZoom = 6
const position = ({ lng, lat }: Marker): [number, number] => [lng, lat]
const clusterRadius = ({ places }: Marker) => (places > 1 ? 14 + 4 * Math.log10(places) : minRadius)

/** The places of scans, and below them countries that are part of the bundle. It makes no request. */
export function Component({ index, view, onView, onPlace, shares, nameOf, hasLand, closest }: DeckMapProps) {
  const theme = preferences((state) => state.theme)
  const primary = preferences((state) => state.primaryColor)
  // The colors follow the theme and the color that the user chose.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the document, which has both.
  const colors = useMemo(mapColors, [theme, primary])
  const zoom = Math.floor(view.zoom)
  const markers = useMemo(() => markersAt(index, zoom), [index, zoom])
  const color = (marker: Marker) => (shares ? colors.levels[shareLevel(marker)]! : colors.marker)
  const circle = { data: markers, getPosition: position, updateTriggers: { getFillColor: [shares, colors] } }
  // A cluster has a size in pixels; a place has one in metres, unless that is too small to see.
  const pixelsPerMetre = 1 / (new WebMercatorViewport({ width: 1, height: 1, ...view }).metersPerPixel || 1)
  const pixels = (marker: Marker) => Math.max(clusterRadius(marker), marker.places > 1 ? 0 : radius * pixelsPerMetre)
  const sizes = { getRadius: [view.zoom] }
  const layers = [
    new GeoJsonLayer({
      id: 'land',
      data: land,
      filled: true,
      stroked: false,
      getFillColor: colors.land,
      visible: hasLand,
    }),
    new GeoJsonLayer({
      id: 'borders',
      visible: hasLand,
      data: { type: 'Feature', geometry: borders, properties: {} },
      getLineColor: colors.border,
      lineWidthUnits: 'pixels',
      getLineWidth: 0.75,
    }),
    new ScatterplotLayer<Marker>({
      ...circle,
      id: 'circles',
      pickable: true,
      opacity: 0.35,
      radiusUnits: 'pixels',
      getRadius: pixels,
      getFillColor: color,
      updateTriggers: { ...circle.updateTriggers, ...sizes },
    }),
    new ScatterplotLayer<Marker>({
      ...circle,
      id: 'inner-circles',
      radiusUnits: 'pixels',
      getRadius: (marker: Marker) => pixels(marker) * innerShare,
      getFillColor: color,
      stroked: true,
      getLineColor: shares ? colors.ink : colors.contrast,
      lineWidthUnits: 'pixels',
      getLineWidth: 1,
      updateTriggers: { ...circle.updateTriggers, ...sizes, getLineColor: [shares, colors] },
    }),
    new TextLayer<Marker>({
      id: 'counts',
      data: markers.filter(({ places }) => places > 1),
      getPosition: position,
      getSize: 12,
      getText: ({ places }) => formatNumber(places, { notation: 'compact' }),
      getColor: (marker) => (shares ? colors.textOfLevels[shareLevel(marker)]! : colors.contrast),
      fontFamily: 'sans-serif',
      fontWeight: 700,
      characterSet: 'auto',
      updateTriggers: { getColor: [shares, colors] },
    }),
    new TextLayer<Marker>({
      id: 'names',
      data: zoom < nameZoom ? [] : markers.filter(({ places }) => places === 1),
      getPosition: position,
      getSize: 13,
      getColor: colors.ink,
      getTextAnchor: 'middle',
      getText: nameOf,
      getPixelOffset: (marker) => [0, pixels(marker) + 12],
      // The colors of tiles are not those of the theme.
      background: !hasLand,
      getBackgroundColor: [...colors.panel, 217],
      backgroundPadding: [4, 2],
      fontFamily: 'sans-serif',
      characterSet: 'auto',
      updateTriggers: { getPixelOffset: sizes.getRadius, getText: [nameOf] },
    }),
  ]
  return (
    <DeckGL
      // A saved image reads the canvas after it was drawn.
      deviceProps={{ type: 'webgl', webgl: { preserveDrawingBuffer: true } }}
      views={new MapView({ repeat: true })}
      viewState={view}
      controller={{ dragRotate: false, touchRotate: false, keyboard: false, scrollZoom: false }}
      layers={layers}
      onViewStateChange={({ viewState }) => {
        const { latitude, longitude, zoom } = viewState as View
        onView({ latitude, longitude, zoom: Math.min(zoomLimits.maxZoom, Math.max(zoomLimits.minZoom, zoom)) })
      }}
      onClick={({ object }) => {
        const marker = object as Marker | undefined
        if (!marker) return
        onView(viewOfMarker(index, marker, closest))
        if (marker.clusterId === undefined) onPlace(marker)
      }}
    />
  )
}
