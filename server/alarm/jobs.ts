import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { searchDueSensors } from './sensors.ts'

/**
 * Every minute: searches the sensors with new readings for excursions. Shipments are searched when their readings are
 * pulled. A failed run is not retried, because the next run starts a minute later.
 */
export const watchSensors = defineJob({
  name: 'alarm.watchSensors',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  run: (_, { services, signal, heartbeat }) => searchDueSensors(services, { signal, afterBatch: heartbeat }),
})
