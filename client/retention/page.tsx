import { chakra, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type RetainedData, retentionContract } from '#shared/retention/contract.ts'
import { SealedFiles } from './sealed-files.tsx'

/** The stored data of the installation, with the oldest date and the size of each kind. */
export function Component() {
  const t = useText('retention')
  const columns = useColumns()
  const { data, ...read } = useRead(retentionContract.list, {})
  const rows = useMemo(() => data && { rows: data.rows, total: data.rows.length }, [data])
  return (
    <Page title={t('title')} description={t('description')}>
      {data && <Text>{t('database', { size: formatBytes(data.databaseBytes) })}</Text>}
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ kind }) => kind}
        rowName={({ kind }) => t(kind)}
        read={{ ...read, data: rows }}
        detail={(row) => <Details row={row} />}
      />
      <SealedFiles />
    </Page>
  )
}

const formatDays = (days: number) => formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' })

function useColumns(): Column<RetainedData>[] {
  const t = useText('retention')
  return useMemo(
    () => [
      { id: 'kind', header: t('kind'), main: true, cell: ({ kind }) => t(kind) },
      {
        id: 'kept',
        header: t('kept'),
        cell: ({ days }) => (days === null ? t('forever') : formatDays(days)),
      },
      { id: 'since', header: t('since'), cell: ({ since }) => (since ? formatDate(since) : t('fromStart')) },
      {
        id: 'rows',
        header: t('rows'),
        align: 'end',
        cell: ({ rows }) => (rows === null ? t('notCounted') : formatNumber(rows)),
      },
      { id: 'size', header: t('size'), align: 'end', nowrap: true, cell: ({ bytes }) => formatBytes(bytes) },
    ],
    [t],
  )
}

function Details({ row: { kind, variable, lastRun } }: { row: RetainedData }) {
  const t = useText('retention')
  return (
    <DescriptionList
      facts={[
        [t('about'), t(`${kind}About`)],
        [t('setting'), <chakra.span key="setting">{t('settingHint', { variable })}</chakra.span>],
        [
          t('lastRun'),
          lastRun ? t('removed', { count: formatNumber(lastRun.removed), at: formatDateTime(lastRun.at) }) : t('never'),
        ],
      ]}
    />
  )
}
