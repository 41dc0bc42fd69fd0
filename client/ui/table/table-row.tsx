import { IconButton, Table } from '@chakra-ui/react'
import { memo, type ReactNode } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Column } from './data-table.tsx'
import { menuTriggerStyles, type RowAction, RowMenu } from './row-menu.tsx'

type Props<Row> = {
  id: string
  row: Row
  name: string
  columns: readonly Column<Row>[]
  /** Only the first row is in the tab order of the page. */
  isFirst: boolean
  isOpen: boolean
  onToggle: (id: string) => void
  detail: ((row: Row) => ReactNode) | undefined
  actions: ((row: Row) => readonly RowAction[]) | undefined
}

/**
 * One row with its expandable details. Its cells are plain elements styled by the table, because styled elements cost
 * more than their content. A row with unchanged record, columns and actions is not rendered again.
 */
function Row<R>({ id, row, name, columns, isFirst, isOpen, onToggle, detail, actions }: Props<R>) {
  return (
    <>
      <tr data-row={id} tabIndex={isFirst ? 0 : -1}>
        {detail && (
          <td data-narrow="">
            <Toggle name={name} isOpen={isOpen} onClick={() => onToggle(id)} />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.id}
            {...(column.align === 'end' && { 'data-end': '' })}
            {...(column.nowrap && { 'data-keep': '' })}
          >
            {column.cell(row)}
          </td>
        ))}
        {actions && (
          <td data-end="" data-menu="">
            <RowMenu name={name} actions={actions(row)} />
          </td>
        )}
      </tr>
      {isOpen && detail && (
        <Table.Row bg="bg.subtle">
          <Table.Cell colSpan={99} padding="5">
            {detail(row)}
          </Table.Cell>
        </Table.Row>
      )}
    </>
  )
}

function Toggle({ name, isOpen, onClick }: { name: string; isOpen: boolean; onClick: () => void }) {
  const t = useText('ui')
  return (
    <IconButton
      variant="ghost"
      size="xs"
      aria-label={t('detailsOf', { name })}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isOpen ? <LuChevronDown /> : <LuChevronRight />}
    </IconButton>
  )
}

export const TableRow = memo(Row) as typeof Row

/** Styles of the cells, applied by the surrounding table. */
export const rowStyles = {
  ...menuTriggerStyles,
  '& thead tr': { bg: 'bg.subtle' },
  '& tr[data-row]': { bg: 'transparent' },
  '& thead th[data-narrow]': { width: '10' },
  '& thead th[data-menu]': { width: '14' },
  // The menu stays in view when a table is wider than its place.
  '& [data-menu]': { position: 'sticky', insetInlineEnd: '0' },
  '& td[data-menu]': { bg: 'bg.panel' },
  '& th[data-menu]': { bg: 'bg.subtle' },
  '& [data-end]': { textAlign: 'end' },
  '& td[data-keep]': { whiteSpace: 'nowrap' },
  '& td[data-narrow]': { paddingInlineEnd: '0' },
}
