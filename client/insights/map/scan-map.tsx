import { Box, Button, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useInView } from '#client/core/async/use-in-view.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { usePlaceNames } from '#client/insights/filter/place-names.ts'
import { ChartFrame } from '#client/ui/chart/chart-frame.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { insightsContract } from '#shared/insights/contract.ts'
import { InteractiveMap } from './interactive-map.tsx'
import {
  closestZoomsOf,
  indexPlaces,
  initialView,
  type MapPlace,
  type Marker,
  placeName,
  viewOfData,
} from './place-clusters.ts'
import { ShareLegend } from './share-legend.tsx'
import { MapCredits } from './tiles/map-credits.tsx'
import type { Tiles } from './tiles/tile-layer.tsx'
import { usePlaceTable } from './use-place-table.ts'

type Place = Pick<MapPlace, 'location' | 'country' | 'lat' | 'lng'>
type Props = {
  places: readonly MapPlace[] | undefined
  /** Identifies the shown view. For another view, the map moves to its places; newer scans of the same view do not move it. */
  view: string
  /** The picked place: the map and the table show only its scans. */
  picked: Place | undefined
  onPick: (place: Place | undefined) => void
  /** The name of saved files, without extension. */
  file: string
}

const StaticMap = lazyComponent(() => import('./static-map.tsx'))
const height = { base: '300px', md: '420px' }

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

/** The map of scanned places, loaded when it is scrolled into view. */
export function ScanMap({ places, view: shownView, picked, onPick, file }: Props) {
  const t = useText('insightsMap')
  const names = usePlaceNames()
  const [ref, seen] = useInView<HTMLDivElement>()
  const [showsShares, setShares] = useState(false)
  const [interactive] = useState(hasWebGl)
  const style = useRead(insightsContract.map, {}, { quiet: true, enabled: seen && interactive })
  const [tiles, setTiles] = useState<Tiles>()
  const hasTiles = style.data
    ? style.data.styleUrl !== null && tiles?.state !== 'failed'
    : style.isError
      ? false
      : undefined
  const closest = useMemo(() => closestZoomsOf(hasTiles === true), [hasTiles])
  const [view, setView] = useState(initialView)
  const shown = useMemo(
    () => (picked ? (places ?? []).filter((place) => placeName(place) === placeName(picked)) : (places ?? [])),
    [places, picked],
  )
  const index = useMemo(() => indexPlaces(shown), [shown])
  const movedTo = useRef<string>(undefined)
  useEffect(() => {
    if (hasTiles === undefined || !ref.current) return
    if (!picked) {
      const target = `${hasTiles} ${shownView}`
      if (!places || shownView === '' || movedTo.current === target) return
      movedTo.current = target
      const { clientWidth: width, clientHeight: height } = ref.current
      setView(viewOfData(places, { width, height }, closest))
      return
    }
    // A reset moves the map back.
    movedTo.current = undefined
    if (picked.lat !== null && picked.lng !== null)
      setView({ latitude: picked.lat, longitude: picked.lng, zoom: closest.place })
  }, [ref, picked, places, shownView, hasTiles, closest])
  const table = usePlaceTable(places && shown, showsShares)
  const nameOf = useCallback(({ key }: Marker) => names.label(key), [names])
  const label = t('mapSummary', { places: formatNumber(shown.length) })
  return (
    <ChartFrame
      title={t('map')}
      hint={t(showsShares ? 'suspiciousHint' : 'mapHint')}
      file={`${file}-places`}
      table={table}
      actions={
        <>
          {picked && (
            <Button size="sm" onClick={() => onPick(undefined)}>
              {t('resetFilter')}
            </Button>
          )}
          <Button size="sm" variant="outline" aria-pressed={showsShares} onClick={() => setShares(!showsShares)}>
            {t('suspiciousLayer')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {picked?.lat === null && (
          <Text role="status">{t('noPosition', { place: names.label(placeName(picked)) })}</Text>
        )}
        {tiles?.state === 'failed' && <Text role="status">{t('tilesFailed')}</Text>}
        <Box ref={ref}>
          {!seen ? (
            <Box height={height} bg="bg.subtle" borderRadius="md" />
          ) : !places ? (
            <Skeleton height={height} />
          ) : (
            <Suspense fallback={<Skeleton height={height} />}>
              {interactive ? (
                <InteractiveMap
                  label={label}
                  height={height}
                  index={index}
                  view={view}
                  shares={showsShares}
                  nameOf={nameOf}
                  tiles={tiles}
                  closest={closest}
                  styleUrl={style.data?.styleUrl ?? null}
                  onTiles={setTiles}
                  onView={setView}
                  onPlace={({ key }) => onPick(places.find((place) => placeName(place) === key))}
                />
              ) : (
                <Stack gap="2">
                  <Text color="fg.muted">{t('staticMap')}</Text>
                  <StaticMap
                    index={index}
                    label={label}
                    shares={showsShares}
                    titleOf={({ key, places, scans, suspicious }) =>
                      t('placeCounts', { place: places > 1 ? String(places) : names.label(key), scans, suspicious })
                    }
                  />
                </Stack>
              )}
            </Suspense>
          )}
        </Box>
        {showsShares && <ShareLegend />}
        <MapCredits tiles={tiles} />
      </Stack>
    </ChartFrame>
  )
}
