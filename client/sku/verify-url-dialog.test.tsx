import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Sku, SkuUpdate } from '#shared/sku/contract.ts'
import { VerifyUrlDialog } from './verify-url-dialog.tsx'

/** The product as the list of this screen has it. */
const row: Sku = {
  id: '0193a000-0000-7000-8000-0000000000ab',
  merchant: '0193a000-0000-7000-8000-000000000009',
  business_name: 'Highland',
  name: 'Black tea',
  sku: 'T-1',
  trademarkId: '0193a000-0000-7000-8000-0000000000ac',
  trademark: { registration_name: 'Highland Tea', status: 'Approved' },
  active: true,
  certificates: [],
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
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
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

const withUrl = { ...row, details: { ...row.details, verify_url: 'https://tea.example/old' } }

test('SK03 cannot save while the verify URL is being removed', async () => {
  let respond: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    respond = resolve
  })
  server.use(http.get('*/api/sku/:id', () => waiting.then(() => HttpResponse.json(row))))
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  const onClose = vi.fn()
  show(() => <VerifyUrlDialog product={withUrl} onClose={onClose} />)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: /^Save/ })
  await user.type(screen.getByRole('textbox'), '/new')
  await user.click(screen.getByRole('button', { name: /^Remove/ }))
  expect(save.disabled).toBe(true)
  respond()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(saved).toMatchObject({ details: { verify_url: '' } })
})

test('SK03 shows why the product cannot be saved beside the URL when another field is the reason', async () => {
  const issues = [{ path: 'details.sku_details', message: 'At most 40 details' }]
  const body = { error: 'core.invalid', message: 'Please check your data again', reference: 'r', details: { issues } }
  server.use(http.put('*/api/sku/:id', () => HttpResponse.json(body, { status: 400 })))
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  show(() => <VerifyUrlDialog product={withUrl} onClose={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('At most 40 details')).toBeTruthy()
})
