import { Button } from '@chakra-ui/react'
import { LuArrowDown, LuArrowUp } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Column } from './data-table.tsx'

/** The header of a column. If the server can sort by it, a press changes the order. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort?: () => void
}) {
  const t = useText('ui')
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined
  const alignment = column.align === 'end' && { 'data-end': '' }
  if (!onSort) return <th {...alignment}>{column.header}</th>
  return (
    <th {...alignment} aria-sort={direction ?? 'none'}>
      <Button
        variant="plain"
        size="sm"
        padding="0"
        minWidth="0"
        height="auto"
        fontWeight="inherit"
        color="inherit"
        onClick={onSort}
      >
        {column.header}
        {direction === 'ascending' && <LuArrowUp aria-label={t('sortAscending')} />}
        {direction === 'descending' && <LuArrowDown aria-label={t('sortDescending')} />}
      </Button>
    </th>
  )
}
