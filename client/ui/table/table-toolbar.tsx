import { Button, Flex, Input, InputGroup, Menu, Portal } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { LuColumns3, LuDownload, LuSearch } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type Option, Select } from '#client/ui/form/select.tsx'
import type { Route } from '#shared/core/api/contract.ts'
import { csvExportRoute } from '#shared/core/api/csv-export.ts'
import { omit } from '#shared/core/omit.ts'
import { toggleColumn, useHiddenColumns } from './column-visibility.ts'
import type { Paging } from './paging.ts'

/** One filter; its name is that of the list call. */
export type TableFilter = { name: string; label: string; options: readonly Option[] }

type Props = {
  paging: Paging
  /** The name of the table for stored preferences and for the exported file. */
  name: string | undefined
  searchable: boolean
  filters: readonly TableFilter[]
  columns: readonly { id: string; header: string; main?: boolean }[]
  list: Route | undefined
}

/** The toolbar above a table: search, filters, columns and export. */
export function TableToolbar({ paging, name, searchable, filters, columns, list }: Props) {
  return (
    <Flex gap="2" wrap="wrap" align="center">
      {searchable && <SearchBox paging={paging} />}
      {filters.map((filter) => (
        <FilterSelect key={filter.name} filter={filter} paging={paging} />
      ))}
      <Flex gap="2" marginInlineStart="auto">
        {name && <ColumnMenu table={name} columns={columns} />}
        {list && <ExportButton list={list} paging={paging} name={name ?? 'export'} />}
      </Flex>
    </Flex>
  )
}

function FilterSelect({ filter: { name, label, options }, paging }: { filter: TableFilter; paging: Paging }) {
  const t = useText('ui')
  const value = (paging.query as Record<string, unknown>)[name]
  return (
    <Select
      frame={{ width: 'auto', flex: { base: '1 1 8rem', md: '0 0 auto' } }}
      aria-label={label}
      bg="bg.panel"
      value={typeof value === 'string' ? value : ''}
      options={options}
      empty={t('filterAll', { label })}
      onChange={(chosen) => paging.set({ filters: { [name]: chosen } })}
    />
  )
}

function ColumnMenu({ table, columns }: { table: string; columns: Props['columns'] }) {
  const t = useText('ui')
  const hidden = useHiddenColumns(table)
  return (
    <Menu.Root closeOnSelect={false} lazyMount positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="outline" size="sm">
          <LuColumns3 aria-hidden />
          {t('columns')}
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {columns
              .filter(({ main }) => !main)
              .map(({ id, header }) => (
                <Menu.CheckboxItem
                  key={id}
                  value={id}
                  checked={!hidden.includes(id)}
                  onCheckedChange={() => toggleColumn(table, id)}
                >
                  {header}
                  <Menu.ItemIndicator />
                </Menu.CheckboxItem>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

/** Exports all rows that match the filters, page by page. */
function ExportButton({ list, paging, name }: { list: Route; paging: Paging; name: string }) {
  const t = useText('ui')
  const query = omit(paging.query, 'page', 'limit')
  const save = useTask(() => download(urlOf(csvExportRoute(list), { query }), `${name}.csv`))
  return (
    <Button variant="outline" size="sm" loading={save.isPending} onClick={() => save.mutate()}>
      <LuDownload aria-hidden />
      {t('exportCsv')}
    </Button>
  )
}

/** Searches after a pause in typing. A search that is set elsewhere, such as by a link, replaces the typed text. */
function SearchBox({ paging }: { paging: Paging }) {
  const t = useText('ui')
  const search = paging.query.search ?? ''
  const [typed, setTyped] = useState(search)
  const [seen, setSeen] = useState(search)
  /** The search that this box has set last, until it has arrived: the person may have typed more meanwhile. */
  const [sent, setSent] = useState<string>()
  if (search !== seen) {
    setSeen(search)
    setSent(undefined)
    if (search !== sent) setTyped(search)
  }
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === search) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // While the next screen loads, this one is still shown. A search would lead back to it.
      if (window.location.pathname !== pathname) return
      setSent(wanted)
      paging.set({ search: wanted })
    }, 300)
    return () => clearTimeout(timer)
  }, [wanted, search, paging])
  return (
    <InputGroup startElement={<LuSearch aria-hidden />} width={{ base: 'full', md: 'sm' }}>
      <Input
        type="search"
        bg="bg.panel"
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </InputGroup>
  )
}
