import { merchantChannel } from '#server/core/events/event-hub.ts'
import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { reviewDecided } from '#shared/review/events.ts'
import { grantTrialOnApproval } from './service.ts'

/** Gives a merchant the trial when its business is approved. */
export const grantTrials = defineSubscriber({
  name: 'billing',
  events: [reviewDecided],
  async handle(tx, decisions, { events }) {
    for (const { merchantId, data } of decisions) {
      if (data.kind !== 'business' || data.status !== 'Approved') continue
      if (await grantTrialOnApproval(tx, merchantId))
        await events.publish(tx, merchantChannel(merchantId), 'balance', {})
    }
  },
})
