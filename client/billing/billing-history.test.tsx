import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { BillingHistory } from './billing-history.tsx'

const merchant = '0193a000-0000-7000-8000-000000000009'
const bought = { currency: 'USD', merchant, createdAt: '2026-11-05T10:00:00Z' }
const entries = [
  { ...bought, id: '1', kind: 'plan', planId: 'p', description: 'Spring', codes: 5000, price_create: 70 },
  { ...bought, id: '2', kind: 'plan', planId: 'gone', description: 'Winter', codes: 100, price_create: null },
  { ...bought, id: '3', kind: 'trial', planId: null, description: 'Free trial', codes: 100, price_create: null },
]
let rows = entries
let requestUrl = ''
const server = setupServer(
  http.get('*/api/billing', ({ request }) => {
    requestUrl = new URL(request.url).search
    return HttpResponse.json({ rows, total: rows.length })
  }),
  http.get('*/api/plan', () => HttpResponse.json([{ id: 'p', title: 'Summer' }])),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Screen = (whose: { merchant?: string }) => (
  <QueryClientProvider client={queryClient}>
    <BillingHistory paging={useLocalPaging()} {...whose} />
  </QueryClientProvider>
)
const Own = () => <Screen />
const OfMerchant = () => <Screen merchant={merchant} />

test('shows a purchase with the current title of its plan, or the title at the time of purchase [BU02]', async () => {
  rows = entries
  const { show } = await setUpDevice({ texts: ['billing'] })
  show(Own)
  await screen.findByText('Summer')
  const [, ...shown] = within(screen.getByRole('table', { name: 'Billing History' })).getAllByRole('row')
  expect(shown.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['05/11/2026', 'Summer', '5,000', '$70.00', 'PDF'],
    ['05/11/2026', 'Winter', '100', '—', 'PDF'],
    ['05/11/2026', 'Free trial', '100', '—', 'PDF'],
  ])
})

test('links to the plans without purchases, and shows an administrator the purchases of a merchant [BU02]', async () => {
  rows = []
  const { show } = await setUpDevice({ texts: ['billing'] })
  show(Own)
  expect((await screen.findByRole('link', { name: 'See the plans' })).getAttribute('href')).toBe('/settings/credit')
  expect(requestUrl).not.toContain('merchant')
  show(OfMerchant)
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(requestUrl).toContain(`merchant=${merchant}`)
})
