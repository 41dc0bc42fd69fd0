import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { batchFinished } from '#shared/activation/events.ts'
import { batchAnchored } from '#shared/anchoring/events.ts'
import type { DomainEvent } from '#shared/core/domain-event.ts'
import { shipmentCreated, shipmentDelivered, shipmentUpdated } from '#shared/logistic/events.ts'
import { orderFinished } from '#shared/order/events.ts'
import { packagePacked, packageUnpacked } from '#shared/pack/events.ts'
import { patternFound } from '#shared/pattern/events.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { caseOpened, recallEnded, recallStarted } from '#shared/verdict/events.ts'
import type { WebhookEventType } from '#shared/webhook/contract.ts'
import { queueMessages } from './queue.ts'

const toldEvents = [
  orderFinished,
  batchFinished,
  batchAnchored,
  shipmentCreated,
  shipmentUpdated,
  shipmentDelivered,
  packagePacked,
  packageUnpacked,
  caseOpened,
  patternFound,
  recallStarted,
  recallEnded,
  reviewDecided,
]

/** The type under which endpoints are told of an event; undefined if they are not. */
function typeOf(event: DomainEvent<(typeof toldEvents)[number]>): WebhookEventType | undefined {
  switch (event.name) {
    case 'order.finished':
      return 'order.done'
    case 'batch.finished':
      return 'activation.done'
    case 'batch.anchored':
      return 'activation.anchored'
    case 'shipment.created':
    case 'shipment.updated':
    case 'shipment.delivered':
    case 'package.packed':
    case 'package.unpacked':
      return event.name
    case 'case.opened':
    case 'pattern.found':
      return 'verdict.alert'
    case 'recall.started':
    case 'recall.ended':
      return 'recall.set'
    case 'review.decided':
      return event.data.kind === 'certificate' ? 'certificate.decided' : undefined
  }
  // The compiler names an event without a case.
  return event satisfies never
}

/** Queues messages in the transaction that removes the events, so each is queued once. */
export const queueWebhooks = defineSubscriber({
  name: 'webhook',
  events: toldEvents,
  handle: (tx, events) =>
    queueMessages(
      tx,
      events.flatMap((event) => {
        const type = typeOf(event)
        const { merchantId, subject, at } = event
        return type ? [{ merchantId, type, subject, at }] : []
      }),
    ),
})
