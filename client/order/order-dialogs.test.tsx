import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Balance } from '#shared/billing/contract.ts'
import { OrderDialogs } from './order-dialogs.tsx'

const balance = { usedCodes: 90, remainingCodes: 10, remainingDays: 5, validity: 0, trial: false, isActive: true }
const input = { skuId: 'sku', quantity: 25, note: '' }
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

test('CO01 shows the deducted and the remaining codes in the confirmation', async () => {
  await shown('enough', { remainingCodes: 1025 })
  expect(await screen.findByRole('alertdialog', { name: 'Generate 25 codes?' })).toBeTruthy()
  for (const figure of ['1,025', '-25', '1,000']) expect(screen.getByText(figure)).toBeTruthy()
})

test('CO01 links to the plans when the balance is too small or used up', async () => {
  await shown('insufficient')
  expect(await screen.findByRole('dialog', { name: 'Insufficient Balance!' })).toBeTruthy()
  expect(screen.getByText('Upgrade your plan to continue generating codes')).toBeTruthy()
  expect(screen.queryByText(overLimit)).toBeNull()
  expect(letsTalk()).toBe('/settings/credit')
  await shown('insufficient', { remainingCodes: 0 })
  expect(await screen.findByText(overLimit)).toBeTruthy()
})

test('CO01 names an expired trial, and an expired plan', async () => {
  await shown('expired', { trial: true })
  expect(await screen.findByRole('dialog', { name: 'Your Free Trial Has Expired' })).toBeTruthy()
  expect(letsTalk()).toBe('/settings/credit')
  await shown('expired')
  expect(await screen.findByRole('dialog', { name: 'Your code has expired' })).toBeTruthy()
})
