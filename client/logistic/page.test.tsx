import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { logisticEntity } from '#shared/logistic/record.ts'
import { foundPath } from '#shared/search/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Component } from './page.tsx'

const shipmentOf = (identifier: string, recipient: string) => ({
  entity: logisticEntity,
  id: uuid7(),
  ver: 1,
  gen: 0,
  data: { identifier, recipient, quantity: 1, note: '', manufacturer_id: null, createdAt: '2026-11-21T08:00:00.000Z' },
})

test('shows only the shipments with the searched number or recipient when a search result is opened', async () => {
  const { engine, show, user } = await setUpDevice({ texts: ['logistic', 'sensor'], answer: () => 'away' })
  session.setState({ user: { features: ['temperature'] } as never })
  await engine.db.records.bulkPut([shipmentOf('SHIP-1', 'Ada'), shipmentOf('SHIP-2', 'Grace')])
  show(Component, foundPath({ kind: 'shipment', id: '', name: 'SHIP-1' }))
  const table = await screen.findByRole('table', { name: 'Logistics' })
  await within(table).findByText('SHIP-1')
  expect(within(table).queryByText('SHIP-2')).toBeNull()
  const box = screen.getByRole('searchbox')
  await user.clear(box)
  await user.type(box, 'grace')
  await within(table).findByText('SHIP-2')
  await waitFor(() => expect(within(table).queryByText('SHIP-1')).toBeNull())
})

test('begins a shipment without a sensor, without a claim that one was started [LO01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['logistic', 'sensor', 'scan'], answer: () => 'away' })
  session.setState({ user: { features: ['temperature'] } as never })
  show(Component, '/logistic')
  await user.click(await screen.findByRole('button', { name: 'Add shipment' }))
  await user.click(await screen.findByRole('button', { name: 'No sensor' }))
  expect(await screen.findByLabelText(/^Recipient/)).toBeTruthy()
})

test('says whether the draft of a shipment is on the device [LO01 OF02]', async () => {
  const { show, user } = await setUpDevice({ texts: ['logistic', 'sensor', 'scan'], answer: () => 'away' })
  session.setState({ user: { features: ['temperature'] } as never })
  show(Component, '/logistic')
  await user.click(await screen.findByRole('button', { name: 'Add shipment' }))
  await user.click(await screen.findByRole('button', { name: 'Sensor started' }))
  const recipient = await screen.findByLabelText(/^Recipient/)
  expect(screen.queryByText('Draft saved on this device')).toBeNull()
  await user.type(recipient, 'Ada')
  await screen.findByText('Draft saved on this device')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await user.type(recipient, ' L')
  await screen.findByText(/^The draft could not be saved on this device/)
  expect((recipient as HTMLInputElement).value).toBe('Ada L')
  put.mockRestore()
  await user.type(recipient, 'o')
  await screen.findByText('Draft saved on this device')
  // Closing names the draft, and does not say that nothing was saved.
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('The draft on this device is deleted. The shipment is not created.')
  expect(screen.queryByText('It has not been saved.')).toBeNull()
})

test('counts the items of a shipment on its row, and by product in its list [LO01]', async () => {
  const { engine, show } = await setUpDevice({ texts: ['logistic', 'sensor', 'pack'], answer: () => 'away' })
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
  session.setState({ user: { features: ['temperature'] } as never })
  const shipment = shipmentOf('SHIP-1', 'Ada')
  const items = [
    {
      name: 'Black tea',
      sku: 'TEA-1',
      runs: [
        [1, 100],
        [201, 240],
      ],
    },
    { name: 'Honey', sku: 'HON-1', runs: [[7, 14]] },
  ]
  await engine.db.records.put({ ...shipment, data: { ...shipment.data, quantity: 148, items } as never })
  show(Component, '/logistic')
  await screen.findByRole('link', { name: 'Show 148 items: List of items of SHIP-1' })
  cleanup()
  show(Component, `/logistic?items=${shipment.id}`)
  const list = await screen.findByRole('region', { name: 'Items by product' })
  expect(list.textContent).toContain('148 items')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Black tea140', 'Honey8'])
})
