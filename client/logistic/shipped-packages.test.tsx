import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { PackagesLine, ShippedPackages } from './shipped-packages.tsx'

const pallet = { id: 'a', kind: 'pallet', sscc: '040063810000000017', identifier: 'AAAA-BBBB', quantity: 40 }
const box = { id: 'b', kind: 'case', sscc: null, identifier: 'CCCC-DDDD', quantity: 2 }
const server = setupServer(
  http.get('*/api/logistic/full/packages', () => HttpResponse.json({ rows: [pallet, box], total: 13 })),
  http.get('*/api/logistic/loose/packages', () => HttpResponse.json({ rows: [], total: 0 })),
)
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('lists the packages that a shipment took, and shows nothing without any', async () => {
  const { show } = await setUpDevice({ texts: ['logistic', 'pack'] })
  show(() => (
    <>
      <ShippedPackages id="loose" />
      <ShippedPackages id="full" />
    </>
  ))
  const table = await screen.findByRole('table', { name: 'Packages' })
  const row = within(table).getByText('(00) 040063810000000017').closest('tr')!
  expect(within(row).getByText('Pallet')).toBeTruthy()
  within(table).getByText('CCCC-DDDD')
  expect(screen.getAllByRole('table')).toHaveLength(1)
})

test('names some packages in a line where an arrival is entered', async () => {
  const { show } = await setUpDevice({ texts: ['logistic', 'pack'] })
  show(() => <PackagesLine id="full" />)
  await screen.findByText('Packages: (00) 040063810000000017, CCCC-DDDD and 11 more')
})
