import { Text } from '@chakra-ui/react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import type { Paging } from '#client/ui/table/paging.ts'
import type { ScanEntry, ScansOfCode } from '#shared/verdict/contract.ts'

type Props = {
  read: UseQueryResult<ScansOfCode>
  paging: Paging
  empty?: ReactNode
}

/** Time, place and browser of scans, and the numbers of those that do not count. */
export function CodeScanTable({ read, paging, empty }: Props) {
  const t = useText('verdict')
  const columns = useMemo<Column<ScanEntry>[]>(
    () => [
      { id: 'at', header: t('date'), main: true, cell: ({ at }) => formatDateTime(at) },
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
      {(['automatic', 'own'] as const).map((kind) => {
        const count = read.data?.[kind] ?? 0
        return (
          count > 0 && (
            <Text key={kind} color="fg.muted" marginBottom="3">
              {t(kind, { count, number: formatNumber(count) })}
            </Text>
          )
        )
      })}
      <DataTable
        label={t('history')}
        columns={columns}
        rowId={({ number }) => String(number)}
        rowName={({ at }) => formatDateTime(at)}
        read={read}
        paging={paging}
        {...(empty !== undefined && { empty })}
      />
    </>
  )
}
