import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { noProduct } from '#shared/scan/no-product.ts'
import { useSkus } from './use-skus.ts'

const tea = { id: '0193a000-0000-7000-8000-000000000002', trademarkId: 't', name: 'Tea', sku: 'T-1' }
const asked: string[] = []
const server = setupServer(
  http.get('*/api/sku', () => HttpResponse.json({ rows: [tea], total: 1 })),
  http.get('*/api/sku/:id', ({ params }) => {
    asked.push(String(params.id))
    return new HttpResponse(null, { status: 404 })
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
afterAll(() => server.close())

function Labels({ trademark, chosen = '' }: { trademark: string; chosen?: string }) {
  return useSkus(trademark, [chosen]).options.map(({ label }) => <p key={label}>{label}</p>)
}

test('offers codes without a product, and reads no product for them', async () => {
  const { show } = await setUpDevice({ texts: ['insightsOverview'] })
  show(() => <Labels trademark="" chosen={noProduct} />)
  await screen.findByText('Tea - T-1')
  screen.getByText('Codes without a product')
  show(() => <Labels trademark="t" />)
  await screen.findByText('Tea - T-1')
  expect(screen.queryByText('Codes without a product')).toBeNull()
  expect(asked).toEqual([])
})
