import { type ErrorEvent, setWorkerUrl, Map as TileMap } from 'maplibre-gl'
// A file of our own: the content security policy allows workers only from there.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { View } from '#client/insights/map/place-clusters.ts'

setWorkerUrl(workerUrl)

export type OpenTileMap = { move(view: View): void; close(): void }
type Hear = {
  /** The first picture is complete. `credits`: the attributions of the sources, as HTML. */
  onShown: (credits: string[]) => void
  /** The style, or the description of one of its sources, could not be loaded. */
  onFailed: () => void
}

/** Draws a style into an element. The map does not react to the pointer: it follows the map above it. */
export function openTileMap(
  container: HTMLElement,
  style: string,
  view: View,
  { onShown, onFailed }: Hear,
): OpenTileMap {
  const map = new TileMap({
    container,
    style,
    ...cameraOf(view),
    interactive: false,
    attributionControl: false,
    // The other map moves beyond the poles, too.
    transformConstrain: (center, zoom) => ({ center, zoom }),
    // A saved image reads the canvas after it was drawn.
    canvasContextAttributes: { preserveDrawingBuffer: true },
    fadeDuration: 0,
  })
  let isStyleLoaded = false
  let isShown = false
  map.once('style.load', () => {
    isStyleLoaded = true
  })
  map.once('load', () => {
    isShown = true
    const names = Object.keys(map.getStyle().sources)
    onShown([...new Set(names.map((name) => map.getSource(name)?.attribution ?? ''))].filter(Boolean))
  })
  map.on('error', (event) => {
    // Single tiles and icons may be missing.
    if (!isShown && (!isStyleLoaded || isAboutSource(event))) onFailed()
  })
  return {
    move: (next) => void map.jumpTo(cameraOf(next)),
    close: () => map.remove(),
  }
}

const cameraOf = ({ longitude, latitude, zoom }: View) => ({ center: [longitude, latitude] as [number, number], zoom })

const isAboutSource = (event: ErrorEvent): boolean => 'sourceId' in event && !('tile' in event)
