import { Box, IconButton, Stack } from '@chakra-ui/react'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { LuGlobe, LuMinus, LuPlus } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { DeckMapProps } from './deck-map.tsx'
import { initialView, type View, zoomLimits } from './place-clusters.ts'
import { TileLayer, type Tiles } from './tiles/tile-layer.tsx'

const DeckMap = lazyComponent(() => import('./deck-map.tsx'))

type Props = Omit<DeckMapProps, 'hasLand'> & {
  onView: Dispatch<SetStateAction<View>>
  label: string
  height: { base: string; md: string }
  /** The style of the operator's tiles, if there is one. */
  styleUrl: string | null
  tiles: Tiles | undefined
  onTiles: (tiles: Tiles) => void
}

/** The map that can be moved, with its buttons. */
export function InteractiveMap({ label, height, styleUrl, tiles, onTiles, ...map }: Props) {
  const t = useText('insightsMap')
  const { view, onView } = map
  const zoomBy = (step: number) =>
    onView((before) => ({
      ...before,
      zoom: Math.min(zoomLimits.maxZoom, Math.max(zoomLimits.minZoom, before.zoom + step)),
    }))
  return (
    <Box position="relative" height={height} overflow="hidden" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
      <Box
        position="absolute"
        inset="0"
        role="img"
        aria-label={label}
        data-chart=""
        data-map-view={[view.latitude, view.longitude, view.zoom].map((part) => part.toFixed(2)).join(' ')}
      >
        {styleUrl !== null && tiles?.state !== 'failed' && (
          <TileLayer styleUrl={styleUrl} view={view} onTiles={onTiles} />
        )}
        <DeckMap {...map} hasLand={tiles?.state !== 'shown'} />
      </Box>
      <Stack position="absolute" top="3" insetEnd="3" gap="1">
        <MapButton label={t('zoomIn')} onClick={() => zoomBy(1)} icon={<LuPlus />} />
        <MapButton label={t('zoomOut')} onClick={() => zoomBy(-1)} icon={<LuMinus />} />
        <MapButton label={t('wholeWorld')} onClick={() => onView(initialView)} icon={<LuGlobe />} />
      </Stack>
    </Box>
  )
}

function MapButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <IconButton size="sm" variant="outline" bg="bg.panel" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </IconButton>
  )
}
