import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { searchPatterns } from './service.ts'

/** Daily: finds copies that no single code shows. */
export const findPatterns = defineJob({
  name: 'pattern.find',
  schema: z.object({}),
  cron: '20 3 * * *',
  expireSeconds: 6 * 3600,
  run: (_, { services, signal, heartbeat }) => searchPatterns(services.db, { signal, heartbeat }),
})
