import { Badge, Button } from '@chakra-ui/react'
import { type ComponentProps, type MouseEvent, useMemo } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { usePlaceNames } from '#client/insights/filter/place-names.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import type { Paging } from '#client/ui/table/paging.ts'
import type { InsightsScan } from '#shared/insights/contract.ts'
import { placeName } from './place-clusters.ts'

type Place = { location: string; country: string; lat: number | null; lng: number | null }
type Props = {
  read: ComponentProps<typeof DataTable<InsightsScan>>['read']
  /** Identifies the listed page of the chosen scans. */
  view: string
  paging: Paging
  onPick: (place: Place) => void
}

/** Rows of a page. */
export const scanPageSizes = [6, 25, 50, 100] as const
const placeOf = ({ Location, Country, lat, lng }: InsightsScan): Place => ({
  location: Location,
  country: Country,
  lat,
  lng,
})

/** The scans of the range. A press on a row, or its button by keyboard, picks the place of the scan. */
export function ScanTable({ read, view, paging, onPick }: Props) {
  const t = useText('insightsMap')
  const names = usePlaceNames()
  const columns = useMemo<Column<InsightsScan>[]>(
    () => [
      {
        id: 'sku',
        header: t('sku'),
        main: true,
        cell: (row) => (
          <Button
            variant="plain"
            height="auto"
            padding="0"
            whiteSpace="normal"
            textAlign="start"
            aria-label={t('showOnMap', {
              sku: row.SKU || t('noProduct'),
              place: names.label(placeName(placeOf(row))) || t('unknownPlace'),
            })}
          >
            {row.SKU || t('noProduct')}
          </Button>
        ),
      },
      {
        id: 'activity',
        header: t('activity'),
        cell: ({ Action, suspicious }) => (
          <>
            {t(Action)} {suspicious && <Badge colorPalette="red">{t('suspicious')}</Badge>}
          </>
        ),
      },
      { id: 'location', header: t('location'), cell: ({ Location }) => Location || '–' },
      { id: 'country', header: t('country'), cell: ({ Country }) => names.country(Country) || '–' },
      { id: 'time', header: t('time'), nowrap: true, cell: ({ Time }) => formatDateTime(Time) },
    ],
    [t, names],
  )
  // One handler for rows, cards and the buttons in them.
  const pick = ({ target }: MouseEvent<HTMLElement>) => {
    const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    const row = read.data?.rows.find((row) => row.id === id)
    if (row) onPick(placeOf(row))
  }
  return (
    <PageSection title={t('scans')} gap="3" onClick={pick} css={{ '& tr[data-row]': { cursor: 'pointer' } }}>
      <DataTable
        label={t('scans')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ SKU }) => SKU || t('noProduct')}
        read={read}
        view={view}
        paging={paging}
        searchable
        empty={<EmptyState title={t('noScans')} hint={t('noScansHint')} />}
      />
    </PageSection>
  )
}
