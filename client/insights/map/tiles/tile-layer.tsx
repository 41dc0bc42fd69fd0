import { Box } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { View } from '#client/insights/map/place-clusters.ts'
import { type Credit, creditsOf } from './credits.ts'
import type { OpenTileMap } from './tile-map.ts'

/** The state of the operator's tiles. Until they are shown, the bundled countries are visible. */
export type Tiles = { state: 'loading' | 'failed' } | { state: 'shown'; credits: Credit[] }

type Props = { styleUrl: string; view: View; onTiles: (tiles: Tiles) => void }

/** The tiles of the operator, below the places. Their renderer is loaded with them, and only then. */
export function TileLayer({ styleUrl, view, onTiles }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<OpenTileMap>(undefined)
  const latest = useRef(view)
  latest.current = view
  useEffect(() => {
    let isClosed = false
    const tell = (tiles: Tiles) => {
      if (!isClosed) onTiles(tiles)
    }
    const open = async () => {
      const { openTileMap } = await import('./tile-map.ts')
      if (isClosed) return
      map.current = openTileMap(frame.current!, styleUrl, latest.current, {
        onShown: (credits) => tell({ state: 'shown', credits: joined(credits.map(creditsOf)) }),
        onFailed: () => tell({ state: 'failed' }),
      })
    }
    tell({ state: 'loading' })
    open().catch(() => tell({ state: 'failed' }))
    return () => {
      isClosed = true
      map.current?.close()
      map.current = undefined
    }
  }, [styleUrl, onTiles])
  useEffect(() => map.current?.move(view), [view])
  return <Box ref={frame} position="absolute" inset="0" data-tiles />
}

const joined = (parts: Credit[][]): Credit[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [{ text: ' · ' }, ...part]))
