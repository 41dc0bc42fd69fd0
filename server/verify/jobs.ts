import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { dailySalt } from './table.ts'

/** Forgets yesterday's salt, also where nobody has looked at a code since. */
export const deleteOldSalts = defineJob({
  name: 'verify.salt',
  schema: z.object({}),
  cron: '1 0 * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(dailySalt).where(lt(dailySalt.day, sql`floor(extract(epoch from now()) / 86400)`))
    }),
})
