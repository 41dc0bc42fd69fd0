import { Button, Skeleton, Stack, type SystemStyleObject, Table } from '@chakra-ui/react'
import { Fragment, type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadFailed, type QueryState } from '#client/ui/feedback/load-state.tsx'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { useIsPhone } from '#client/ui/layout/use-is-phone.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { useHiddenColumns } from './column-visibility.ts'
import { DataCards } from './data-cards.tsx'
import { groupHeading } from './group-heading.ts'
import { HeaderCell } from './header-cell.tsx'
import { Pager } from './pager.tsx'
import { lastPageOf, type Paging } from './paging.ts'
import { handleRowKey } from './row-keyboard.ts'
import type { RowAction } from './row-menu.tsx'
import { useStableWhilePressed } from './stable-while-pressed.ts'
import { rowStyles, TableRow } from './table-row.tsx'
import { type TableFilter, TableToolbar } from './table-toolbar.tsx'

/** The number of rows that fit on a screen. */
const onScreen = 12

/**
 * The rows of a table. A table that is mounted with its rows renders those on the screen first, and the others after
 * they were painted: on a phone, fifty rows take a second of a cold start.
 */
function useFirstRowsFirst<D extends { rows: readonly unknown[] }>(data: D | undefined): D | undefined {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return useMemo(() => (isPainted || !data ? data : { ...data, rows: data.rows.slice(0, onScreen) }), [isPainted, data])
}

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name by which the server sorts; without it, the column is not sortable. */
  sort?: string
  align?: 'start' | 'end'
  /** The main column, which cannot be hidden: the heading of the row's card on a phone. */
  main?: boolean
  /** The text is short and does not wrap. */
  nowrap?: boolean
  /** On a phone's card, shown only after a press on "Details": for all rows or for some. */
  extra?: boolean | ((row: Row) => boolean)
  /** Omitted from a phone's card when it has no information about this row. */
  omitIf?: (row: Row) => boolean
  /** Uses the full width of the card, without its header. */
  wide?: boolean
}

export type TableProps<Row> = {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** The name of a row, for its menu and its details. */
  rowName: (row: Row) => string
  /** The result of a list call. */
  read: {
    data?: { rows: readonly Row[]; total: number } | undefined
    isFetching: boolean
    isPlaceholderData?: boolean
  } & QueryState
  /** Identifies what is listed, see `useOutdated`, if a later moment is part of the input. */
  view?: string
  /** Without it, the given rows are all rows. */
  paging?: Paging
  searchable?: boolean
  filters?: readonly TableFilter[]
  /** The name under which the device stores the hidden columns; without it, columns cannot be hidden. */
  name?: string
  /** The list call of the rows, if the server exports it. */
  list?: Route
  detail?: (row: Row) => ReactNode
  actions?: (row: Row) => readonly RowAction[]
  empty?: ReactNode
  /** Styles of the plain elements in the cells. Repeated elements are not styled one by one, for speed. */
  styles?: Record<string, SystemStyleObject>
  /** The heading of each group of consecutive rows with the same result. Rows are sorted by it. */
  groupBy?: (row: Row) => string
}

const noFilters: readonly TableFilter[] = []

/** The table of all lists: paging, sorting and search on the server; on a phone, rows become cards. */
export function DataTable<Row extends object>({ read: fetched, ...others }: TableProps<Row>) {
  const { held, onPointerDownCapture } = useStableWhilePressed(useFirstRowsFirst(fetched.data))
  const isOutdated = useOutdated(fetched, others.view)
  const hasNoRows = held !== undefined && held.rows.length === 0
  const isBehindLastPage = hasNoRows && held.total > 0
  const isTurning = useExistingPage(isBehindLastPage ? held.total : undefined, others.paging)
  // Until the page is read, a table without rows shows that it loads, not that there are no records: behind the last page,
  // and when an earlier search had no matches.
  const isWaiting = hasNoRows && (isOutdated || (isBehindLastPage && (isTurning || fetched.isFetching)))
  const read = { ...fetched, data: isWaiting ? undefined : held }
  const props = { ...others, read }
  const {
    label,
    rowId,
    paging,
    searchable = false,
    filters = noFilters,
    name,
    list,
    detail,
    actions,
    empty,
    styles,
  } = props
  const hidden = useHiddenColumns(name ?? '')
  const columns = useMemo(
    () => props.columns.filter(({ id, main }) => main || !hidden.includes(id)),
    [props.columns, hidden],
  )
  const t = useText('ui')
  const phone = useIsPhone()
  // Stored by id, so that a row stays expanded after a refetch.
  const [expanded, setExpanded] = useState<Readonly<Record<string, boolean>>>({})
  const rows = read.data?.rows
  const sort = paging?.query.sort

  const toggle = useCallback((id: string) => setExpanded((before) => ({ ...before, [id]: !before[id] })), [])
  const toggleSort = (column: Column<Row>) =>
    paging?.set({ sort: sort === column.sort ? `-${column.sort}` : column.sort })

  const search = paging?.query.search
  const nothing = rows?.length === 0
  const narrowed = filters.some(({ name }) => paging && name in paging.query)
  const widen = () => paging?.set({ search: '', filters: Object.fromEntries(filters.map(({ name }) => [name, ''])) })
  const turn = (pages: 1 | -1) => {
    if (!paging || !read.data) return
    const { page, limit } = paging.query
    const other = page + pages
    if (other >= 1 && other <= lastPageOf(read.data.total, limit)) paging.set({ page: other })
  }
  return (
    <Stack gap="3" onPointerDownCapture={onPointerDownCapture}>
      {paging && (searchable || list || name || filters.length > 0) && (!nothing || search || narrowed) && (
        <TableToolbar
          paging={paging}
          name={name}
          searchable={searchable}
          filters={filters}
          columns={props.columns}
          list={list}
        />
      )}
      {read.isError && !rows ? (
        <LoadFailed read={read} />
      ) : nothing ? (
        search || narrowed ? (
          <EmptyState title={search ? t('noMatches', { search }) : t('noneLeft')}>
            <Button variant="outline" onClick={widen}>
              {narrowed ? t('clearFilters') : t('clearSearch')}
            </Button>
          </EmptyState>
        ) : (
          (empty ?? <EmptyState title={t('noRecords')} />)
        )
      ) : (
        <Outdated isOutdated={isOutdated} gap="3">
          {phone ? (
            <DataCards {...props} columns={columns} />
          ) : (
            <Table.ScrollArea
              position="relative"
              whiteSpace="normal"
              borderWidth="1px"
              borderRadius="l3"
              bg="bg.panel"
              aria-busy={read.isFetching}
            >
              <Table.Root native size="md" aria-label={label} css={{ ...rowStyles, ...styles }}>
                <thead>
                  <tr>
                    {detail && <th data-narrow="" />}
                    {columns.map((column) => (
                      <HeaderCell
                        key={column.id}
                        column={column}
                        sort={sort}
                        {...(paging && column.sort && { onSort: () => toggleSort(column) })}
                      />
                    ))}
                    {actions && (
                      <th data-menu="">
                        <span className="said">{t('actions')}</span>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody onKeyDown={(event) => handleRowKey(event, { unfold: (id) => detail && toggle(id), turn })}>
                  {!rows && <SkeletonRows columns={columns.length + (detail ? 1 : 0) + (actions ? 1 : 0)} />}
                  {rows?.map((row, index) => {
                    const id = rowId(row)
                    const group = groupHeading(rows, index, props.groupBy)
                    return (
                      <Fragment key={id}>
                        {group !== undefined && (
                          <Table.Row bg="bg.muted">
                            <Table.ColumnHeader scope="rowgroup" colSpan={99} paddingY="1.5">
                              {group}
                            </Table.ColumnHeader>
                          </Table.Row>
                        )}
                        <TableRow
                          id={id}
                          row={row}
                          name={props.rowName(row)}
                          columns={columns}
                          isFirst={index === 0}
                          isOpen={expanded[id] ?? false}
                          onToggle={toggle}
                          detail={detail}
                          actions={actions}
                        />
                      </Fragment>
                    )
                  })}
                </tbody>
              </Table.Root>
            </Table.ScrollArea>
          )}
        </Outdated>
      )}
      {paging && read.data && read.data.total > 0 && (
        <Pager paging={paging} total={read.data.total} isOutdated={isOutdated} />
      )}
    </Stack>
  )
}

/** Turns to the last page when the current one no longer exists. `total`: undefined while the current page has rows. */
function useExistingPage(total: number | undefined, paging: Paging | undefined): boolean {
  const { page = 1, limit = 1 } = paging?.query ?? {}
  const last = total === undefined ? page : lastPageOf(total, limit)
  useEffect(() => {
    if (last < page) paging?.set({ page: last })
  }, [last, page, paging])
  return last < page
}

/** Placeholder rows with the height of real rows, so that the layout does not move. */
function SkeletonRows({ columns }: { columns: number }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <Table.Row key={row} bg="transparent">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Table.Cell key={column}>
          <Skeleton height="5" />
        </Table.Cell>
      ))}
    </Table.Row>
  ))
}
