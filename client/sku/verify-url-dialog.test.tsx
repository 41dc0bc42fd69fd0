import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Sku, SkuUpdate } from '#shared/sku/contract.ts'
import { VerifyUrlDialog } from './verify-url-dialog.tsx'

/** The product as the list of this screen has it. */
const row: Sku = {
  ...{ id: '0193a000-0000-7000-8000-0000000000ab', merchant: '0193a000-0000-7000-8000-000000000009' },
  ...{ business_name: 'Highland', name: 'Black tea', sku: 'T-1', trademarkId: '0193a000-0000-7000-8000-0000000000ac' },
  ...{ trademark: { registration_name: 'Highland Tea', status: 'Approved' }, active: true, certificates: [] },
  details: { images: [], sku_details: {}, sku_details_order: [], verify_url: '', customization: null },
  createdAt: '2026-11-21T08:00:00.000Z',
}
let saved: SkuUpdate | undefined
const server = setupServer(
  http.get('*/api/sku/:id', () => HttpResponse.json({ ...row, name: 'Renamed meanwhile' })),
  http.put('*/api/sku/:id', async ({ request }) => {
    saved = (await request.json()) as SkuUpdate
    return HttpResponse.json(row)
  }),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

test('SK03 keeps what others changed in the product when its verify URL is saved', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  show(() => <VerifyUrlDialog product={row} onClose={() => undefined} />)
  await user.type(await screen.findByRole('textbox'), 'https://tea.example/black')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(saved).toBeDefined())
  expect(saved).toMatchObject({ name: 'Renamed meanwhile', details: { verify_url: 'https://tea.example/black' } })
  // Without them, the server keeps the certificates of the product.
  expect(saved).not.toHaveProperty('certificates')
})
