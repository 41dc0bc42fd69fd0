import { z } from 'zod'
import { defineJob, type Job } from '#server/core/jobs/job-queue.ts'
import { mailDueAlarms } from './due-mails.ts'
import { searchDueSensors } from './sensors.ts'
import { searchStoredLogs } from './shipments.ts'

/**
 * Every minute: searches the sensors with new readings for excursions. Shipments are searched by `watchShipments` and
 * `searchChangedShipments`. A failed run is not retried, because the next run starts a minute later.
 */
export const watchSensors = defineJob({
  name: 'alarm.watchSensors',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  run: (_, { services, signal, heartbeat }) => searchDueSensors(services, { signal, afterBatch: heartbeat }),
})

/** Every minute, so that the first alarm after quiet minutes is mailed soon. A failed run is not retried, see above. */
export const mailAlarms = defineJob({
  name: 'alarm.mail',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  run: (_, { services, signal }) => mailDueAlarms(services, { signal }),
})

const ShipmentSearch = z.object({
  merchantId: z.string(),
  after: z.string().optional(),
})

/**
 * After a change of the rule: searches shipments once, because perhaps no more readings arrive. Each run searches
 * some of them and enqueues the next run, so that a repeated run does not begin with the first shipment again.
 */
export const searchChangedShipments: Job<typeof ShipmentSearch> = defineJob({
  name: 'alarm.searchShipments',
  schema: ShipmentSearch,
  run: (data, { services, signal, heartbeat }) =>
    searchStoredLogs(services, data, {
      signal,
      afterBatch: heartbeat,
      goOn: (tx, after) => services.jobs.send(tx, searchChangedShipments, { ...data, after }),
    }),
})
