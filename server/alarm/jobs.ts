import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { searchDueSensors } from './sensors.ts'
import { searchStoredLogs } from './shipments.ts'

/**
 * Every minute: searches the sensors with new readings for excursions. Shipments are searched when their readings are
 * pulled, and by `searchChangedShipments`. A failed run is not retried, because the next run starts a minute later.
 */
export const watchSensors = defineJob({
  name: 'alarm.watchSensors',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  run: (_, { services, signal, heartbeat }) => searchDueSensors(services, { signal, afterBatch: heartbeat }),
})

/** After a change of a limit or of the rule: searches shipments once, because no reading may follow. */
export const searchChangedShipments = defineJob({
  name: 'alarm.searchShipments',
  schema: z.object({ merchantId: z.string(), ids: z.array(z.string()).optional() }),
  run: (data, { services, signal, heartbeat }) => searchStoredLogs(services, data, { signal, afterBatch: heartbeat }),
})
