import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type ScanEntry, type VerdictCase, verdictContract } from '#shared/verdict/contract.ts'

/** Time, place and browser of each scan of a case's code. */
export function ScansDialog({ row, onClose }: { row: VerdictCase | undefined; onClose: () => void }) {
  const t = useText('verdict')
  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={t('historyOf', { code: row?.code.slice(0, 8) ?? '' })}
      size="xl"
    >
      {row && <Scans key={row.id} id={row.id} />}
    </Dialog>
  )
}

function Scans({ id }: { id: string }) {
  const t = useText('verdict')
  const paging = usePaging()
  const scans = useRead(verdictContract.scans, { params: { id }, query: paging.query })
  const columns = useMemo<Column<ScanEntry>[]>(
    () => [
      { id: 'at', header: t('date'), heads: true, cell: ({ at }) => formatDateTime(at) },
      {
        id: 'place',
        header: t('place'),
        cell: ({ city, country }) => [city, country].filter(Boolean).join(', ') || t('unknownPlace'),
      },
      { id: 'os', header: t('system'), cell: ({ os }) => os ?? t('unknownPlace') },
      { id: 'visitor', header: t('visitor'), align: 'end', cell: ({ visitor }) => visitor },
    ],
    [t],
  )
  return (
    <>
      <Text color="fg.muted" marginBottom="3">
        {t('visitorHint')}
      </Text>
      <DataTable
        label={t('history')}
        columns={columns}
        rowId={({ number }) => String(number)}
        rowName={({ at }) => formatDateTime(at)}
        read={scans}
        paging={paging}
      />
    </>
  )
}
