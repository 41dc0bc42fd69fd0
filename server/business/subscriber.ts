import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { applyRequestedName } from './service.ts'

/** Applies the name that was reviewed with a business. */
export const applyNames = defineSubscriber({
  name: 'business',
  events: [reviewDecided],
  async handle(tx, decisions) {
    for (const { merchantId, data } of decisions)
      if (data.kind === 'business' && data.status === 'Approved') await applyRequestedName(tx, merchantId)
  },
})
