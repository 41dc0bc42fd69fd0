import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { useLocalPaging, usePaging } from './paging.ts'

type Row = { id: string; name: string; size: number }
const rows: Row[] = ['a', 'b', 'c'].map((id, size) => ({ id, name: `Row ${id}`, size }))
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', main: true, sort: 'name', cell: ({ name }) => name },
  { id: 'size', header: 'Size', cell: ({ size }) => size },
]
const filters = { kind: ['big', 'small'] } as const

function Screen() {
  const paging = usePaging({ filters })
  return (
    <>
      <output>{JSON.stringify(paging.query)}</output>
      <DataTable
        label="Things"
        name="things"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={{ data: { rows, total: 30 }, isError: false, isFetching: false, refetch: () => undefined }}
        paging={paging}
        filters={[{ name: 'kind', label: 'Kind', options: [{ value: 'big', label: 'Big' }] }]}
        detail={({ name }) => <p>Details of {name}</p>}
      />
    </>
  )
}

const query = () => JSON.parse(screen.getByRole('status').textContent ?? '')
const focused = () => (document.activeElement as HTMLElement).dataset.row

test('keeps filters, order and page in the URL, and ignores unknown filter values [SK01]', async () => {
  const device = await setUpDevice({ texts: [] })
  const router = device.show(Screen, '/?kind=nonsense')
  await screen.findByRole('table', { name: 'Things' })
  expect(query()).toEqual({ page: 1, limit: 10 })
  await device.user.selectOptions(screen.getByLabelText('Kind'), 'big')
  await device.user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(query()).toEqual({ page: 1, limit: 10, kind: 'big', sort: 'name' }))
  expect(router.state.location.search).toBe('?kind=big&sort=name')
})

test('is operated by keyboard: rows by arrows, details by Enter, pages by Page Down [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(Screen)
  const table = await screen.findByRole('table', { name: 'Things' })
  table.querySelector<HTMLElement>('tr[data-row=a]')!.focus()
  await user.keyboard('{Enter}{ArrowDown}{ArrowDown}')
  expect(screen.getByText('Details of Row a')).toBeTruthy()
  expect(focused()).toBe('c')
  await user.keyboard('{Home}')
  expect(focused()).toBe('a')
  await user.keyboard('{PageDown}')
  await waitFor(() => expect(query().page).toBe(2))
})

test('hides a column, also after a reload [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(Screen)
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Size' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull())
  show(Screen)
  await screen.findByRole('columnheader', { name: 'Name' })
  expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull()
  expect(localStorage.getItem('assay.columns')).toContain('"things":["size"]')
})

const chosen = vi.fn()
let add: (row: Row) => void
const pressable: Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    main: true,
    cell: ({ name }) => (
      <button type="button" onClick={() => chosen(name)}>
        {name}
      </button>
    ),
  },
]

/** A list that is fetched again when `add` is called. */
function LiveScreen() {
  const [shown, setShown] = useState(rows)
  add = (row) => setShown((before) => [row, ...before])
  return (
    <DataTable
      label="Live"
      columns={pressable}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      read={{ data: { rows: shown, total: 30 }, isError: false, isFetching: false, refetch: () => undefined }}
    />
  )
}

test('keeps the rows under a pressed pointer when they are fetched again, so that the press counts [SH10]', async () => {
  const device = await setUpDevice({ texts: [] })
  device.show(LiveScreen)
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  const button = await screen.findByRole('button', { name: 'Row a' })
  fireEvent.pointerDown(button)
  act(() => add({ id: 'new', name: 'New row', size: 9 }))
  expect(names()).toEqual(['Row a', 'Row b', 'Row c'])
  fireEvent.pointerUp(button)
  fireEvent.click(button)
  expect(chosen).toHaveBeenCalledWith('Row a')
  await waitFor(() => expect(names()).toEqual(['New row', 'Row a', 'Row b', 'Row c']))
  // A drag or a scroll ends without a click.
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Row a' }))
  act(() => add({ id: 'newer', name: 'Newer row', size: 9 }))
  fireEvent.pointerCancel(window)
  await waitFor(() => expect(names()[0]).toBe('Newer row'))
})

let remove: (count: number) => void

/** Rows in memory, of which the last ones are removed by `remove`. */
function ShrinkingScreen() {
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const [count, setCount] = useState(21)
  remove = (removed) => setCount((before) => before - removed)
  const all = Array.from({ length: count }, (_, size) => ({ id: `${size}`, name: `Row ${size}`, size }))
  const shown = all.slice((page - 1) * limit, page * limit)
  return (
    <DataTable
      label="Shrinking"
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      read={{ data: { rows: shown, total: count }, isError: false, isFetching: false, refetch: () => undefined }}
      paging={paging}
    />
  )
}

test('turns to the last page when the last row of the current page was removed [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(ShrinkingScreen)
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Row 20')
  act(() => remove(1))
  await screen.findByText('Row 19')
  expect(screen.getByText('11–20 of 20')).toBeTruthy()
  act(() => remove(20))
  await screen.findByText('No records to display')
})

let answerLastPage: () => void
/** Twenty rows, whose second page arrives when the test lets it; the page before stays as placeholder data. */
function LastPageScreen() {
  const paging = usePaging()
  const { page } = paging.query
  const read = useQuery({
    queryKey: ['things', page],
    queryFn: async () => {
      if (page === 2) await new Promise<void>((resolve) => (answerLastPage = resolve))
      return { rows: page === 2 ? [{ id: '1', name: 'Row 1', size: 1 }] : [], total: 20 }
    },
    placeholderData: keepPreviousData,
  })
  const [one, other] = [({ id }: Row) => id, ({ name }: Row) => name]
  return <DataTable label="Things" columns={columns} rowId={one} rowName={other} read={read} paging={paging} />
}

test('shows no empty list while the last page is read [SK01]', async () => {
  const { show } = await setUpDevice({ texts: [] })
  const router = show(LastPageScreen, '/?page=3')
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  await waitFor(() => expect(answerLastPage).toBeDefined())
  expect(screen.queryByText('No records to display')).toBeNull()
  answerLastPage()
  await screen.findByText('Row 1')
})

function SearchScreen() {
  const paging = usePaging()
  return (
    <>
      <output>{JSON.stringify(paging.query)}</output>
      <Link to="?search=cup">Cups</Link>
      <Link to="/other">Other screen</Link>
      <DataTable
        label="Things"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={{ data: { rows, total: 3 }, isError: false, isFetching: false, refetch: () => undefined }}
        paging={paging}
        searchable
      />
    </>
  )
}
const searchBox = async () => await screen.findByRole<HTMLInputElement>('searchbox')

test('shows the search of the URL when a link changes it [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(SearchScreen, '/?search=tea')
  expect((await searchBox()).value).toBe('tea')
  await user.click(screen.getByRole('link', { name: 'Cups' }))
  await waitFor(async () => expect((await searchBox()).value).toBe('cup'))
  await user.type(await searchBox(), 's')
  await waitFor(() => expect(query().search).toBe('cups'))
  expect((await searchBox()).value).toBe('cups')
})

const Screens = () => (useLocation().pathname === '/' ? <SearchScreen /> : <p>Other</p>)
const afterPause = () => new Promise((resolve) => setTimeout(resolve, 400))

test('stays on the screen that was opened when a search had just been typed [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  const router = show(Screens)
  await user.type(await searchBox(), 'tea')
  await user.click(screen.getByRole('link', { name: 'Other screen' }))
  await screen.findByText('Other')
  await act(afterPause)
  expect(router.state.location.pathname).toBe('/other')
})

test('does not search when the browser has left for a screen that still loads [SK01]', async () => {
  const { user, show } = await setUpDevice({ texts: [] })
  show(SearchScreen)
  await user.type(await searchBox(), 'tea')
  // The router of the console shows the old screen until the new one has loaded.
  history.pushState(null, '', '/other')
  onTestFinished(() => history.replaceState(null, '', '/'))
  await act(afterPause)
  expect(query()).not.toHaveProperty('search')
})
