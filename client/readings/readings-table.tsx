import { Flex } from '@chakra-ui/react'
import { format } from 'date-fns/format'
import { useMemo } from 'react'
import { LuTriangleAlert } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { type Column, DataTable, type TableProps } from '#client/ui/table/data-table.tsx'
import { formatReading, rangeWord } from './format-reading.ts'
import type { Log, LogPoint } from './log.ts'

type Props = Pick<Log, 'limit' | 'minimum' | 'unit'> &
  Pick<TableProps<LogPoint>, 'read' | 'paging'> & { valueLabel?: string }

/** The readings, the newest first. Values out of range are red and have an icon with a text. */
export function ReadingsTable({ limit, minimum, unit, read, paging, valueLabel }: Props) {
  const t = useText('sensor')
  const columns = useMemo<Column<LogPoint>[]>(
    () => [
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt), nowrap: true },
      { id: 'time', header: t('time'), cell: ({ createdAt }) => format(createdAt, 'HH:mm:ss'), nowrap: true },
      {
        id: 'value',
        header: valueLabel ?? t('value'),
        main: true,
        cell: ({ value }) => {
          const out = rangeWord(value, { limit, minimum })
          return out ? (
            <Flex as="span" gap="1.5" align="center" color="fg.error" fontWeight="600">
              <LuTriangleAlert aria-hidden />
              {formatReading(value, unit)}
              <span className="said">{t(out)}</span>
            </Flex>
          ) : (
            formatReading(value, unit)
          )
        },
      },
    ],
    [t, limit, minimum, unit, valueLabel],
  )
  return (
    <DataTable
      label={t('readings')}
      columns={columns}
      rowId={({ createdAt }) => createdAt}
      rowName={({ createdAt }) => createdAt}
      read={read}
      {...(paging && { paging })}
      empty={<EmptyState title={t('noReadings')} hint={t('noReadingsHint')} />}
    />
  )
}
