import { Input, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import type { CellError } from '#shared/sku/product-sheet.ts'
import { faultText } from './describe-cell-error.ts'
import { type Edits, editKey } from './use-bulk.ts'

type Props = {
  faults: readonly CellError[]
  /** The current input, by row and column. */
  edits: Edits
  onEdit: (fault: CellError, text: string) => void
}

/** Lists the errors with row, column, text and an input for the cell. */
export function FaultsTable({ faults, edits, onEdit }: Props) {
  const t = useText('skuBulk')
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const shown = faults.slice((page - 1) * limit, page * limit)
  const columns = useMemo<Column<CellError>[]>(
    () => [
      { id: 'row', header: t('row'), cell: ({ row }) => row },
      { id: 'column', header: t('column'), heads: true, cell: ({ column }) => column.replaceAll('_', '_\u200b') },
      { id: 'problem', header: t('problem'), cell: (fault) => <FaultDescription fault={fault} /> },
      {
        id: 'value',
        header: t('value'),
        cell: (fault) => (
          <Input
            size="sm"
            minWidth="32"
            aria-label={t('valueOf', { row: fault.row, column: fault.column })}
            defaultValue={edits.get(editKey(fault))?.text ?? fault.value}
            onChange={(event) => onEdit(fault, event.target.value)}
          />
        ),
      },
    ],
    [t, edits, onEdit],
  )
  return (
    <DataTable
      label={t('faults')}
      columns={columns}
      rowId={({ row, column, problem }) => `${row} ${column} ${problem}`}
      rowName={({ row, column }) => t('valueOf', { row, column })}
      read={{
        data: { rows: shown, total: faults.length },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
      paging={paging}
    />
  )
}

function FaultDescription({ fault }: { fault: CellError }) {
  const { problem, fix } = faultText(fault, useText('skuBulk'))
  return (
    <Stack gap="0.5">
      <Text color="fg.error">{problem}</Text>
      <Text textStyle="sm" color="fg.muted">
        {fix}
      </Text>
    </Stack>
  )
}
