import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { batchFinished } from '#shared/activation/events.ts'
import type { DomainEvent } from '#shared/core/domain-event.ts'
import { shipmentCreated, shipmentDelivered, shipmentUpdated } from '#shared/logistic/events.ts'
import { packagePacked, packageUnpacked } from '#shared/pack/events.ts'
import { recallDelaySeconds } from '#shared/verdict/contract.ts'
import { recallEnded, recallStarted } from '#shared/verdict/events.ts'
import { recordEvents } from './jobs.ts'
import type { SubjectType } from './record/drafts.ts'

const recorded = [
  ...[batchFinished, shipmentCreated, shipmentUpdated, shipmentDelivered, recallStarted, recallEnded],
  ...[packagePacked, packageUnpacked],
]

function typeOf({ name }: DomainEvent<(typeof recorded)[number]>): SubjectType {
  switch (name) {
    case 'batch.finished':
      return 'batch'
    case 'recall.started':
    case 'recall.ended':
      return 'recall'
    case 'package.packed':
    case 'package.unpacked':
      return 'pack'
    default:
      return 'shipment'
  }
}

/** Has the events of each subject written by a job: a shipment may have a hundred thousand codes. */
export const recordHappened = defineSubscriber({
  name: 'epcis',
  events: recorded,
  async handle(tx, events, { jobs }) {
    for (const event of events) {
      const { merchantId, subject: id, name } = event
      // Until then, a recall can be undone and never was.
      const startAfterSeconds = name === 'recall.started' ? recallDelaySeconds + 1 : 0
      await jobs.send(tx, recordEvents, { merchantId, type: typeOf(event), id }, { startAfterSeconds })
    }
  },
})
