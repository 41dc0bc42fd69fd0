import { defineSubscriber } from '#server/core/events/subscriber.ts'
import { lockLogs } from '#server/logistic/service.ts'
import { shipmentLogChanged } from '#shared/logistic/events.ts'
import { searchShipments } from './shipments.ts'

/** Searches shipments for excursions when they got readings or another limit. An excursion raises one alarm however often it is found. */
export const watchShipments = defineSubscriber({
  name: 'alarm',
  events: [shipmentLogChanged],
  async handle(tx, changes) {
    const ids = [...new Set(changes.map(({ subject }) => subject))]
    await lockLogs(tx, ids)
    await searchShipments(tx, ids)
  },
})
