import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { durableDraft, loadDurableDraft } from '#client/core/drafts/durable-draft.ts'
import { enqueueShipment } from '#client/logistic/enqueue-shipment.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { discardShipmentDraft, newShipmentDraft, type ShipmentDraft, unfinishedShipment } from './shipment-draft.ts'

const codes = [{ address: '00000000-0000-0000-0000-000000000001', secret: undefined }]
const startedDraft: ShipmentDraft = { ...newShipmentDraft(), step: 'codes', details: { recipient: 'Harbour' }, codes }
const name = 'logistic.shipment'

test('keeps a started shipment until it is discarded [LO01 OF02]', async () => {
  await setUpDevice({ texts: ['logistic'] })
  expect(await unfinishedShipment()).toBeUndefined()
  await durableDraft(name).save(startedDraft)
  expect(await unfinishedShipment()).toEqual(startedDraft)
  await discardShipmentDraft()
  expect(await unfinishedShipment()).toBeUndefined()
})

test('does not offer a draft again when its shipment was saved [LO01]', async () => {
  const { engine } = await setUpDevice({ texts: ['logistic'] })
  await durableDraft(name).save(startedDraft)
  const shipment = { recipient: 'Harbour', manufacturer_id: null, note: '', addresses: ['A'] }
  expect(await enqueueShipment(engine, { ...shipment, id: startedDraft.id })).toMatchObject({
    recordId: startedDraft.id,
  })
  expect(await unfinishedShipment()).toBeUndefined()
  expect(await loadDurableDraft(name, z.unknown())).toBeUndefined()
})

test('stores the newest of rapid writes and none after a discard, and reports a write that failed [OF02]', async () => {
  await setUpDevice({ texts: ['logistic'] })
  const draft = durableDraft('test')
  const all = [1, 2, 3].map((n) => draft.save({ n }))
  expect(await Promise.all(all)).toEqual(['skipped', 'skipped', 'stored'])
  expect(await loadDurableDraft('test', z.unknown())).toEqual({ n: 3 })
  // A value that IndexedDB cannot store.
  expect(await draft.save({ n: () => 4 })).toBe('failed')
  expect(await draft.save({ n: 5 })).toBe('stored')
  void draft.save({ n: 6 })
  await draft.remove()
  await waitFor(async () => expect(await loadDurableDraft('test', z.unknown())).toBeUndefined())
})
