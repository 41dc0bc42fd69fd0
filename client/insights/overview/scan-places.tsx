import { Box } from '@chakra-ui/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import type { Query } from '#client/insights/filter/use-filters.ts'
import { ScanMap } from '#client/insights/map/scan-map.tsx'
import { ScanTable, scanPageSizes } from '#client/insights/map/scan-table.tsx'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type InsightsPlace, insightsContract, locationLabel } from '#shared/insights/contract.ts'

type Picked = Pick<InsightsPlace, 'location' | 'country' | 'lat' | 'lng'>

type Props = {
  query: Query
  /** Identifies the filters: another value means other scans, and not only newer ones. */
  view: string
  /** The name of saved files, without extension. */
  file: string
}

/** The places of the scans, as a map and as a table. A picked place filters both. */
export function Component({ query, view, file }: Props) {
  const [picked, setPicked] = useState<Picked>()
  const listed = useScrollTo<HTMLDivElement>('scans')
  const paging = usePaging({ sizes: scanPageSizes })
  const places = useRead(insightsContract.places, { query }, { quiet: true })
  const isOutdated = useOutdated(places, view)
  const location = picked && locationLabel(picked)
  const scans = useRead(insightsContract.scans, { query: { ...query, ...paging.query, ...(location && { location }) } })
  const pick = (place: Picked | undefined) => {
    setPicked(place)
    paging.set({ page: 1 })
  }
  return (
    <>
      <Outdated isOutdated={isOutdated}>
        <ScanMap
          places={places.data}
          view={places.isPlaceholderData ? '' : view}
          picked={picked}
          onPick={pick}
          file={file}
        />
      </Outdated>
      <Box ref={listed} id="scans" minWidth="0" tabIndex={-1} scrollMarginTop="20" outline="none">
        <ScanTable read={scans} view={JSON.stringify([view, location, paging.query])} paging={paging} onPick={pick} />
      </Box>
    </>
  )
}

/** Scrolls to an element and gives it the focus whenever a link names it after `#`, also one on the same screen. */
function useScrollTo<E extends HTMLElement>(id: string): RefObject<E | null> {
  const { hash, key } = useLocation()
  const ref = useRef<E>(null)
  // Each press on the link has another key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated press scrolls again.
  useEffect(() => {
    if (hash !== `#${id}`) return
    ref.current?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [hash, key, id])
  return ref
}
