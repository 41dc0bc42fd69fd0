import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { PlanCards } from './plan-cards.tsx'

const plan = { id: 'p', title: 'Summer', codes: 100, description: 'All', validity: 1, validity_unit: 'year' }
const server = setupServer(http.get('*/api/plan', () => HttpResponse.json([{ ...plan, price: 90, promo_price: 70 }])))
beforeAll(() => server.listen())
afterAll(() => server.close())

test('reads the former price as text, and not the crossed-out figure, when a plan is offered for less', async () => {
  const { show } = await setUpDevice({ texts: ['billing', 'support'] })
  show(() => (
    <QueryClientProvider client={queryClient}>
      <PlanCards />
    </QueryClientProvider>
  ))
  expect((await screen.findByText('instead of $90.00')).closest('[aria-hidden], [aria-label]')).toHaveProperty(
    'tagName',
    'SECTION',
  )
  expect(screen.getByText('$90.00').closest('[aria-hidden]')).not.toBeNull()
})
