import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { packEntity } from '#shared/pack/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { PalletView } from './pallet-view.tsx'

const Pallet = () => <PalletView may />

test('keeps the cases of a pallet when the page is opened again, until the pallet is closed', async () => {
  const { engine, show, user } = await setUpDevice({ texts: ['pack', 'scan'], answer: () => 'away' })
  const data = {
    ...{ kind: 'case', sscc: null, quantity: 2, cases: 0, pallet_id: null },
    ...{ packed_at: '2026-11-28T08:00:00.000Z', unpacked_at: null, unpack_reason: null },
    createdAt: '2026-11-28T08:00:00.000Z',
  }
  const recordOf = (identifier: string) => ({
    ...{ entity: packEntity, id: uuid7(), ver: 1, gen: 0 },
    data: { ...data, identifier },
  })
  await engine.db.records.bulkPut([recordOf('AAAA-BBBB'), recordOf('CCCC-DDDD')])
  show(Pallet)
  await user.click(await screen.findByRole('button', { name: /AAAA-BBBB/ }))
  const close = await screen.findByTestId('close-pallet')
  expect(close.textContent).toContain('1')

  show(Pallet)
  expect(await screen.findByRole('heading', { name: 'Cases on this pallet: 1' })).toBeTruthy()
  await user.click(screen.getByTestId('close-pallet'))
  await screen.findByText('The pallet is packed')
  const packed = (await engine.db.records.toArray()).map((record) => (record.data as { kind: string }).kind)
  expect(packed.sort()).toEqual(['case', 'case', 'pallet'])

  show(Pallet)
  await waitFor(() => expect(screen.getByRole('button', { name: /CCCC-DDDD/ })).toBeTruthy())
  await waitFor(() => expect(screen.queryByRole('button', { name: /AAAA-BBBB/ })).toBeNull())
  expect(screen.queryByTestId('close-pallet')).toBeNull()
})
