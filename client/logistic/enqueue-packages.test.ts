// @vitest-environment node
import { expect, test } from 'vitest'
import { openOutbox } from '#client/core/offline/outbox/outbox.fixture.ts'
import { packEntity } from '#shared/pack/record.ts'
import { enqueueShipment } from './enqueue-shipment.ts'

test('sends a shipment after the packages in it that wait on this device, and counts their codes', async () => {
  const engine = await openOutbox()
  const { opId, recordId } = await engine.enqueue({ entity: packEntity, kind: 'create', set: {}, payloadV: 1 })
  const packages = [
    { ref: recordId, name: 'Case', quantity: 24 },
    { ref: '106141412345678908', name: '106141412345678908', quantity: 0 },
  ]
  const input = { recipient: 'Harbour Tea', manufacturer_id: null, note: '', addresses: ['A'] }
  await enqueueShipment(engine, { ...input, packages })
  const [, shipment] = await engine.db.outbox.orderBy('at').toArray()
  expect(shipment).toMatchObject({
    deps: [opId],
    patch: { quantity: { to: 25 }, addresses: { to: ['A', recordId, '106141412345678908'] } },
  })
  engine.db.close()
})
