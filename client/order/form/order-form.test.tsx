import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { OrderForm } from './order-form.tsx'

const skuId = '0193a000-0000-7000-8000-0000000000ab'
const sku = { id: skuId, name: 'Black tea', sku: 'T-1', trademark: { status: 'Approved', registration_name: 'Tea' } }
const order = { id: '0193a000-0000-7000-8000-0000000000aa', order_id: 'TEA-1', quantity: 25, generated: 0 }
const balance = {
  usedCodes: 0,
  remainingCodes: 1_000,
  remainingDays: 9,
  validity: 9,
  trial: false,
  isActive: true,
}
const done = { emailConfirmed: true, businessUpdated: true, trademarkRegistered: true }
const progress = { ...done, businessApproved: true, trademarkApproved: true }
let place = () => {}
let placed: unknown
const server = setupServer(
  http.get('*/api/billing/getBalance', () => HttpResponse.json(balance)),
  http.get('*/api/business/progress', () => HttpResponse.json(progress)),
  http.get(`*/api/sku/${skuId}`, () => HttpResponse.json(sku)),
  http.get('*/api/sku', () => HttpResponse.json({ rows: [sku], total: 1 })),
  http.get('*/api/order/:id', () => HttpResponse.json({ ...order, state: 'queued' })),
  http.post('*/api/order', async ({ request }) => {
    placed = await request.json()
    await new Promise<void>((resolve) => {
      place = resolve
    })
    return HttpResponse.json({ ...order, state: 'queued' })
  }),
  http.get('*/api/*', () => HttpResponse.json({ rows: [], total: 0 })),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const noteField = () => screen.findByLabelText<HTMLInputElement>('Note')
const quantityField = () => screen.findByLabelText<HTMLInputElement>(/^Quantity/)

/** Confirms an order of 25 codes, whose answer waits for `place`. */
async function confirmOrder() {
  const { user, show } = await setUpDevice({ texts: ['order'] })
  show(OrderForm, `/generatecode?sku=${skuId}`)
  await user.type(await quantityField(), '25')
  await user.type(await noteField(), 'First')
  await user.click(screen.getByTestId('generate'))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  return user
}

test('empties the form when an order was placed [CO01]', async () => {
  const user = await confirmOrder()
  place()
  await user.keyboard('{Escape}')
  await expect.poll(async () => [(await noteField()).value, (await quantityField()).value]).toEqual(['', ''])
})

test('keeps what was typed for the next order when the answer comes late [CO01]', async () => {
  const user = await confirmOrder()
  await user.click(screen.getByRole('button', { name: 'No' }))
  await user.type(await noteField(), ' and more')
  place()
  await screen.findByText(/TEA-1/)
  await user.keyboard('{Escape}')
  expect([(await noteField()).value, (await quantityField()).value]).toEqual(['First and more', '25'])
})

test('orders codes without a product when blank codes are chosen', async () => {
  const { user, show } = await setUpDevice({ texts: ['order'] })
  show(OrderForm, `/generatecode?sku=${skuId}`)
  await user.click(await screen.findByLabelText('Blank codes; choose the product later'))
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.type(await quantityField(), '25')
  await user.click(screen.getByTestId('generate'))
  await screen.findByText('Blank codes')
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  await expect.poll(() => placed).toMatchObject({ skuId: null, quantity: 25, link: 'assay', ownSerials: false })
  place()
})

test('says with which custom domain the codes will be printed', async () => {
  server.use(
    http.get('*/api/hosts', () =>
      HttpResponse.json({ official: 'assay.example', rows: [{ name: 'verify.brand.example', isPrinted: true }] }),
    ),
  )
  const { user, show } = await setUpDevice({ texts: ['order'] })
  show(OrderForm, `/generatecode?sku=${skuId}`)
  expect(await screen.findByText(/^For a GS1 Digital Link.*The codes contain verify\.brand\.example\.$/)).toBeTruthy()
  await user.click(screen.getByLabelText('Blank codes; choose the product later'))
  expect(await screen.findByText(/^For labels.*The codes contain verify\.brand\.example\.$/)).toBeTruthy()
})
