import { Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuScanSearch } from 'react-icons/lu'
import { useSearchParams } from 'react-router'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { type PatternCase, patternContract } from '#shared/pattern/contract.ts'
import { patternSentence } from '#shared/pattern/pattern-sentence.ts'
import { PatternDialog } from './pattern-dialog.tsx'

/** The section of alerts about several codes together. */
export function Patterns({ deniedReason }: { deniedReason: string | undefined }) {
  const t = useText('pattern')
  const paging = usePaging({ prefix: 'patterns' })
  const patterns = useRead(patternContract.list, { query: paging.query })
  const [shown, setShown] = useState<string>()
  const [params] = useSearchParams()
  const { data: linked } = Id.safeParse(params.get('open'))
  useOpenLink(linked ?? '', linked ? () => setShown(linked) : undefined)
  const columns = useColumns()
  return (
    <PageSection title={t('title')}>
      <Text color="fg.muted">{t('intro')}</Text>
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ order_id }) => order_id}
        read={patterns}
        paging={paging}
        actions={({ id }) => [{ id: 'show', label: t('show'), onSelect: () => setShown(id) }]}
        empty={<EmptyState icon={LuScanSearch} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      <PatternDialog id={shown} deniedReason={deniedReason} onClose={() => setShown(undefined)} />
    </PageSection>
  )
}

function useColumns(): Column<PatternCase>[] {
  const t = useText('pattern')
  const language = useLanguage()
  return useMemo(
    () => [
      { id: 'date', header: t('date'), nowrap: true, cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'what',
        header: t('what'),
        main: true,
        cell: (row) => (
          <Text maxWidth="52ch" fontWeight="normal">
            {patternSentence(row, language)}
          </Text>
        ),
      },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku.name },
      { id: 'order', header: t('order'), nowrap: true, cell: ({ order_id }) => order_id },
      { id: 'codes', header: t('codes'), align: 'end', cell: ({ codes }) => formatNumber(codes) },
      { id: 'state', header: t('state'), cell: (row) => <PatternState row={row} /> },
    ],
    [t, language],
  )
}

/** The state of a case, with the reason of a closed one. */
function PatternState({ row: { state, reason, markedAt } }: { row: PatternCase }) {
  const t = useText('pattern')
  const said = markedAt ? t('marked') : reason && t(reason)
  return (
    <>
      <StatusChip tone={state === 'open' ? 'bad' : 'good'}>{t(state)}</StatusChip>
      {said && (
        <Text textStyle="xs" color="fg.muted">
          {said}
        </Text>
      )}
    </>
  )
}
