import { Heading, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { isShapeProblem } from '#shared/core/row-problems.ts'
import type { RowError } from './bad-rows.ts'
import type { ListRow } from './parse.ts'

/** The rows of a list, page by page. */
export function PreviewTable({ rows }: { rows: readonly ListRow[] }) {
  const t = useText('codes')
  return <Rows title={t('preview')} rows={rows} columns={useRowColumns()} />
}

export function ErrorTable({ errors }: { errors: readonly RowError[] }) {
  const t = useText('codes')
  const file = useText('file')
  const shared = useRowColumns<RowError>()
  const columns = useMemo(
    () => [
      ...shared,
      {
        id: 'reason',
        header: t('reason'),
        cell: ({ problem, product }: RowError) =>
          isShapeProblem(problem)
            ? file(`row.${problem}`)
            : product
              ? t('withProduct', { reason: t(problem), product })
              : t(problem),
      },
    ],
    [shared, t, file],
  )
  return <Rows title={t('errors')} rows={errors} columns={columns} />
}

function useRowColumns<Row extends ListRow>(): Column<Row>[] {
  const t = useText('codes')
  return useMemo(
    () => [
      { id: 'row', header: t('row'), main: true, cell: ({ row }) => formatNumber(row) },
      {
        id: 'code',
        header: t('code'),
        cell: ({ code }) => (
          <Text as="span" fontFamily="mono" textStyle="sm" overflowWrap="anywhere" lineClamp="2">
            {code || '—'}
          </Text>
        ),
      },
    ],
    [t],
  )
}

type Props<Row> = { title: string; rows: readonly Row[]; columns: readonly Column<Row>[] }

/** A table of rows in memory, one page at a time. */
function Rows<Row extends ListRow>({ title, rows, columns }: Props<Row>) {
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const data = useMemo(
    () => ({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }),
    [rows, page, limit],
  )
  return (
    <Stack gap="2">
      <Heading as="h3" size="md" fontWeight="600">
        {title}
      </Heading>
      <DataTable
        label={title}
        columns={columns}
        rowId={({ row }) => String(row)}
        rowName={({ row }) => String(row)}
        read={{ data, isError: false, isFetching: false, refetch: () => undefined }}
        paging={paging}
      />
    </Stack>
  )
}
