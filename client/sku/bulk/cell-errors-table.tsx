import { Input, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import type { CellError } from '#shared/sku/product-sheet.ts'
import { describeCellError } from './describe-cell-error.ts'
import { FileChoices } from './file-choices.tsx'
import { type Edits, editKey } from './use-bulk.ts'

type Props = {
  errors: readonly CellError[]
  /** The current input, by row and column. */
  edits: Edits
  onEdit: (error: CellError, text: string) => void
}

/** Lists the errors with row, column, text and an input for the cell. */
export function CellErrorsTable({ errors, edits, onEdit }: Props) {
  const t = useText('skuBulk')
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const shown = errors.slice((page - 1) * limit, page * limit)
  const columns = useMemo<Column<CellError>[]>(
    () => [
      { id: 'row', header: t('row'), cell: ({ row }) => row },
      { id: 'column', header: t('column'), main: true, cell: ({ column }) => column.replaceAll('_', '_\u200b') },
      { id: 'problem', header: t('problem'), cell: (error) => <CellErrorDescription error={error} /> },
      {
        id: 'value',
        header: t('value'),
        cell: (error) =>
          error.choices ? (
            <FileChoices
              name={t('valueOf', { row: error.row, column: error.column })}
              choices={error.choices}
              chosen={edits.get(editKey(error))?.text}
              onChoose={(file) => onEdit(error, file)}
            />
          ) : (
            error.column !== '' && (
              <Input
                size="sm"
                minWidth="32"
                aria-label={t('valueOf', { row: error.row, column: error.column })}
                defaultValue={edits.get(editKey(error))?.text ?? error.value}
                onChange={(event) => onEdit(error, event.target.value)}
              />
            )
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
        data: { rows: shown, total: errors.length },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
      paging={paging}
    />
  )
}

function CellErrorDescription({ error }: { error: CellError }) {
  const { problem, fix } = describeCellError(error, useText('skuBulk'))
  return (
    <Stack gap="0.5">
      <Text color="fg.error">{problem}</Text>
      <Text textStyle="sm" color="fg.muted">
        {fix}
      </Text>
    </Stack>
  )
}
