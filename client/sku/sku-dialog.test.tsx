import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Sku } from '#shared/sku/contract.ts'
import { SkuDialog } from './sku-dialog.tsx'

const brand = (id: number, registration_name: string) => ({
  id: `0193a000-0000-7000-8000-0000000000${id}`,
  registration_name,
})
const listed = [brand(11, 'Highland'), brand(12, 'Lowland')]
const others = [brand(13, 'Meadow')]
const server = setupServer(
  http.get('*/api/trademark', ({ request }) => {
    const search = new URL(request.url).searchParams.get('search')
    return HttpResponse.json(search === null ? { rows: listed, total: 201 } : { rows: others, total: 1 })
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
afterAll(() => server.close())

test('finds a trademark that is not listed, and keeps the chosen one when the search changes [SK01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  show(() => <SkuDialog editing={{ how: 'add' }} onClose={() => undefined} />)
  const search = await screen.findByRole('searchbox', { name: 'Search: Trademark' })
  const select = screen.getByRole('combobox', { name: /^Trademark/ }) as HTMLSelectElement
  await user.selectOptions(select, 'Lowland')
  await user.type(search, 'mea')
  await screen.findByRole('option', { name: 'Meadow' })
  expect(select.selectedOptions[0]?.textContent).toBe('Lowland')
  await user.selectOptions(select, 'Meadow')
  await user.clear(search)
  await screen.findByRole('option', { name: 'Highland' })
  await waitFor(() => expect(select.selectedOptions[0]?.textContent).toBe('Meadow'))
})

test('chooses the only trademark, but not one that a search leaves [SK01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  const select = () => screen.getByRole('combobox', { name: /^Trademark/ }) as HTMLSelectElement
  show(() => <SkuDialog editing={{ how: 'add' }} onClose={() => undefined} />)
  await user.type(await screen.findByRole('searchbox', { name: 'Search: Trademark' }), 'mea')
  await screen.findByRole('option', { name: 'Meadow' })
  expect(select().value).toBe('')
  queryClient.clear()
  server.use(http.get('*/api/trademark', () => HttpResponse.json({ rows: others, total: 1 })))
  show(() => <SkuDialog editing={{ how: 'add' }} onClose={() => undefined} />)
  await waitFor(() => expect(select().value).toBe(others[0]!.id))
})

test('shows the reason when the trademarks cannot be read [SK01]', async () => {
  const message = 'Too many calls'
  server.use(http.get('*/api/trademark', () => HttpResponse.json({ error: 'core.tooFast', message }, { status: 429 })))
  const { show } = await setUpDevice({ texts: ['sku'] })
  show(() => <SkuDialog editing={{ how: 'add' }} onClose={() => undefined} />)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('adds no further detail when the product has as many as it can have [SK01]', async () => {
  const details = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Detail ${at}`, 'x']))
  const product = {
    id: '0193a000-0000-7000-8000-0000000000ab',
    name: 'Tea',
    sku: 'T-1',
    trademarkId: listed[0]!.id,
    details: { images: [], sku_details: details, sku_details_order: Object.keys(details), verify_url: '' },
    certificates: [],
  } as unknown as Sku
  const { show } = await setUpDevice({ texts: ['sku'] })
  show(() => <SkuDialog editing={{ how: 'edit', product }} onClose={() => undefined} />)
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add detail' })
  expect(add.disabled).toBe(true)
  expect(screen.getByText('A product has at most 40 details')).toBeTruthy()
})
