import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient, refresh } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Balance } from '#shared/billing/contract.ts'
import { type Order, orderContract } from '#shared/order/contract.ts'
import { OrderDialogs } from './order-dialogs.tsx'

const balance = { usedCodes: 90, remainingCodes: 10, remainingDays: 5, validity: 0, trial: false, isActive: true }
const input = { skuId: 'sku', quantity: 25, note: '', scratch: false, ownSerials: false, link: 'assay' as const }
const nothing = () => undefined

async function shown(step: 'enough' | 'insufficient' | 'expired', of: Partial<Balance> = {}) {
  const { show } = await setUpDevice({ texts: ['order'] })
  show(() => (
    <OrderDialogs
      stage={{ step, input }}
      product={undefined}
      balance={{ ...balance, ...of }}
      busy={false}
      onConfirm={nothing}
      onClose={nothing}
    />
  ))
}
const letsTalk = () => screen.getByRole('link', { name: "Let's Talk" }).getAttribute('href')
const overLimit = 'It looks like your code balance has already passed the limit'

test('shows the deducted and the remaining codes in the confirmation [CO01]', async () => {
  await shown('enough', { remainingCodes: 1025 })
  expect(await screen.findByRole('alertdialog', { name: 'Generate 25 codes?' })).toBeTruthy()
  for (const figure of ['1,025', '-25', '1,000']) expect(screen.getByText(figure)).toBeTruthy()
})

test('links to the plans when the balance is too small or used up [CO01]', async () => {
  await shown('insufficient')
  expect(await screen.findByRole('dialog', { name: 'Insufficient Balance!' })).toBeTruthy()
  expect(screen.getByText('Upgrade your plan to continue generating codes')).toBeTruthy()
  expect(screen.queryByText(overLimit)).toBeNull()
  expect(letsTalk()).toBe('/settings/credit')
  await shown('insufficient', { remainingCodes: 0 })
  expect(await screen.findByText(overLimit)).toBeTruthy()
})

test('follows the order until its codes are ready, and then leads to them [CO01]', async () => {
  queryClient.clear()
  const order = {
    id: '0193a000-0000-7000-8000-0000000000a1',
    order_id: 'O-1',
    quantity: 5,
    generated: 0,
    state: 'queued',
  }
  let state = 'queued'
  vi.stubGlobal('fetch', async () => Response.json({ ...order, state }))
  const { show } = await setUpDevice({ texts: ['order'] })
  show(() => (
    <OrderDialogs
      stage={{ step: 'placed', order: order as Order }}
      product={undefined}
      balance={balance}
      busy={false}
      onConfirm={nothing}
      onClose={nothing}
    />
  ))
  await screen.findByRole('dialog', { name: 'Your codes are being generated' })
  expect(screen.queryByRole('link')).toBeNull()
  state = 'done'
  await refresh(orderContract.read)
  await screen.findByRole('dialog', { name: 'Your codes are ready' })
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([to('Download'), to('Print labels')]).toEqual(['/generatecode?open=download', '/generatecode?open=labels'])
})

test('names an expired trial, and an expired plan [CO01]', async () => {
  await shown('expired', { trial: true })
  expect(await screen.findByRole('dialog', { name: 'Your Free Trial Has Expired' })).toBeTruthy()
  expect(letsTalk()).toBe('/settings/credit')
  await shown('expired')
  expect(await screen.findByRole('dialog', { name: 'Your code has expired' })).toBeTruthy()
})
