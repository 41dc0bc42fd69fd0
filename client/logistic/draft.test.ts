import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keepDraft } from '#client/core/kept-draft.ts'
import { readDraft, storedDraft } from '#client/core/stored-draft.ts'
import { deviceOf } from '#client/ui/screen.fixture.tsx'
import { captureShipment } from './capture.ts'
import { begunShipment, dropShipment, newShipment, type ShipmentDraft } from './draft.ts'

const codes = [{ address: '00000000-0000-0000-0000-000000000001', secret: undefined }]
const begun: ShipmentDraft = { ...newShipment(), step: 'codes', details: { recipient: 'Harbour' }, codes }
const name = 'logistic.shipment'

test('LO01 OF02 a shipment that was begun is there until it is dropped', async () => {
  await deviceOf({ texts: ['logistic'] })
  expect(await begunShipment()).toBeUndefined()
  await storedDraft(name).keep(begun)
  expect(await begunShipment()).toEqual(begun)
  await dropShipment()
  expect(await begunShipment()).toBeUndefined()
})

test('LO01 a draft that outlived its saved shipment is not offered once more', async () => {
  const { engine } = await deviceOf({ texts: ['logistic'] })
  await storedDraft(name).keep(begun)
  const shipment = { recipient: 'Harbour', manufacturer_id: null, note: '', addresses: ['A'] }
  expect(await captureShipment(engine, { ...shipment, id: begun.id })).toMatchObject({ recordId: begun.id })
  expect(await begunShipment()).toBeUndefined()
  expect(await readDraft(name, z.unknown())).toBeUndefined()
})

test('LO01 codes that an earlier version kept alone are a draft without a shipment, once', async () => {
  await deviceOf({ texts: ['logistic'] })
  keepDraft('logistic.scan', codes)
  const found = await begunShipment()
  expect(found).toMatchObject({ step: 'details', details: {}, codes })
  expect(found).not.toHaveProperty('begunAt')
  expect(Object.keys(localStorage).filter((key) => key.endsWith('logistic.scan'))).toEqual([])
  expect(await begunShipment()).toEqual(found)
  await dropShipment()
  expect(await begunShipment()).toBeUndefined()
})

test('OF02 of values that are kept in haste the newest stays, and nothing after a drop', async () => {
  await deviceOf({ texts: ['logistic'] })
  const draft = storedDraft('test')
  const all = [1, 2, 3].map((n) => draft.keep({ n }))
  await Promise.all(all)
  expect(await readDraft('test', z.unknown())).toEqual({ n: 3 })
  void draft.keep({ n: 4 })
  await draft.drop()
  await waitFor(async () => expect(await readDraft('test', z.unknown())).toBeUndefined())
})
