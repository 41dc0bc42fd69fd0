import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { SkuUpdate } from '#shared/sku/contract.ts'
import { product } from './sku.fixture.ts'
import { VerifyUrlDialog } from './verify-url-dialog.tsx'

let saved: SkuUpdate | undefined
const server = setupServer(
  http.get('*/api/sku/:id', () => HttpResponse.json({ ...product, name: 'Renamed meanwhile' })),
  http.put('*/api/sku/:id', async ({ request }) => {
    saved = (await request.json()) as SkuUpdate
    return HttpResponse.json(product)
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  queryClient.clear()
  server.resetHandlers()
})
afterAll(() => server.close())

test('keeps what others changed in the product when its verify URL is saved [SK03]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  show(() => <VerifyUrlDialog product={product} onClose={() => undefined} />)
  await user.type(await screen.findByRole('textbox'), 'https://tea.example/black')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(saved).toBeDefined())
  expect(saved).toMatchObject({ name: 'Renamed meanwhile', details: { verify_url: 'https://tea.example/black' } })
  // Without them, the server keeps the certificates of the product.
  expect(saved).not.toHaveProperty('certificates')
})

const withUrl = { ...product, details: { ...product.details, verify_url: 'https://tea.example/old' } }

test('cannot save while the verify URL is being removed [SK03]', async () => {
  let respond: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    respond = resolve
  })
  server.use(http.get('*/api/sku/:id', () => waiting.then(() => HttpResponse.json(product))))
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

test('shows why the product cannot be saved beside the URL when another field is the reason [SK03]', async () => {
  const issues = [{ path: 'details.sku_details', message: 'At most 40 details' }]
  const body = { error: 'core.invalid', message: 'Please check your data again', reference: 'r', details: { issues } }
  server.use(http.put('*/api/sku/:id', () => HttpResponse.json(body, { status: 400 })))
  const { show, user } = await setUpDevice({ texts: ['sku'] })
  show(() => <VerifyUrlDialog product={withUrl} onClose={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('At most 40 details')).toBeTruthy()
})
