import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { ActivationRun } from '#shared/activation/run-contract.ts'
import type { Order } from '#shared/order/contract.ts'
import { OrderHistory } from './history.tsx'

const order: Order = {
  id: '0193a000-0000-7000-8000-0000000000aa',
  order_id: 'TEA-1',
  skuId: '0193a000-0000-7000-8000-0000000000ab',
  sku: { name: 'Black tea', sku: 'T-1' },
  quantity: 10,
  generated: 3,
  activated: 0,
  state: 'running',
  failure: null,
  note: '',
  scratch: false,
  ownSerials: false,
  collected: 0,
  link: 'assay',
  gtin: null,
  host: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  finishedAt: null,
}
const run: ActivationRun = {
  id: '0193a000-0000-7000-8000-0000000000ac',
  orderId: order.id,
  first: 1,
  last: 10,
  done: 0,
  total: 10,
  activated: 0,
  state: 'queued',
  failure: null,
  createdAt: order.createdAt,
  finishedAt: null,
}
let stored = order
let reads = 0
let started: unknown
const server = setupServer(
  http.get('*/api/order', () => {
    reads++
    return HttpResponse.json({ rows: [stored], total: 1 })
  }),
  http.post('*/api/order/:id/retry', () => {
    stored = { ...stored, state: 'queued', failure: null, finishedAt: null }
    return HttpResponse.json(stored)
  }),
  http.get('*/api/tag/activate/order', () => HttpResponse.json({ run: null })),
  http.post('*/api/tag/activate/order', async ({ request }) => {
    started = await request.json()
    return HttpResponse.json(run)
  }),
  http.get('*/api/events', () => new HttpResponse(null, { status: 204 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Screen = () => (
  <QueryClientProvider client={queryClient}>
    <OrderHistory />
  </QueryClientProvider>
)

test('shows how many codes of an order are generated, and reads it again until it may be downloaded [CO03]', async () => {
  const { show } = await setUpDevice({ texts: ['order', 'label'] })
  show(Screen, '/generatecode')
  const table = within(await screen.findByRole('table', { name: 'Order History' }))
  await table.findByText(/^3 of 10/)
  const download = () => table.getByRole('button', { name: /^Download the codes of order/ })
  const activate = () => table.getByRole('button', { name: /^Activate the codes of/ })
  expect([download(), activate()].map((one) => (one as HTMLButtonElement).disabled)).toEqual([true, true])
  const before = reads
  stored = { ...order, generated: 10, state: 'done', finishedAt: '2026-11-21T08:01:00.000Z' }
  // No event arrives here, so the order is read again by itself.
  await table.findByText('Ready')
  expect(reads).toBeGreaterThan(before)
  expect(download()).toHaveProperty('disabled', false)
  expect(activate()).toHaveProperty('disabled', false)
})

test('shows the custom domain in the codes of an order', async () => {
  stored = { ...order, host: 'verify.brand.example' }
  const { show } = await setUpDevice({ texts: ['order', 'label'] })
  show(Screen, '/generatecode')
  expect(await screen.findByText('Address: verify.brand.example')).toBeTruthy()
})

test('shows the reason of a failed order and the number of its codes, and starts it again [CO03]', async () => {
  const { show, user } = await setUpDevice({ texts: ['order', 'label'] })
  stored = { ...order, state: 'failed', failure: 'noSpace', finishedAt: '2026-11-21T08:01:00.000Z' }
  show(Screen, '/generatecode')
  await screen.findByText(/storage space left\. 3 of 10 codes are generated/)
  await user.click(screen.getByRole('button', { name: 'Try again: order TEA-1' }))
  await screen.findByText(/^3 of 10/)
  expect(screen.queryByText(/storage space left/)).toBeNull()
})

test.each([
  { part: 'the order', first: undefined, sent: { orderId: order.id } },
  { part: 'serial numbers of it', first: '4', sent: { orderId: order.id, first: 4, last: 10 } },
])('sends $part when its codes are activated [CO06]', async ({ first, sent }) => {
  const { show, user } = await setUpDevice({ texts: ['order', 'label'] })
  stored = { ...order, generated: 10, state: 'done', finishedAt: '2026-11-21T08:01:00.000Z' }
  started = undefined
  show(Screen, '/generatecode')
  await user.click(await screen.findByRole('button', { name: /^Activate the codes of/ }))
  const send = await screen.findByRole('button', { name: 'Activate codes' })
  if (first) {
    await user.click(screen.getByRole('radio', { name: /^A range/ }))
    const input = await screen.findByLabelText('First serial number')
    await user.clear(input)
    await user.type(input, first)
  }
  await user.click(send)
  await waitFor(() => expect(started).toEqual(sent))
})
