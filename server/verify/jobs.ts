import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { dailySalt } from './table.ts'

/** Deletes the salt of earlier days, also when no code was scanned since. */
export const deleteOldSalts = defineJob({
  name: 'verify.salt',
  schema: z.object({}),
  cron: '1 0 * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(dailySalt).where(lt(dailySalt.day, sql`floor(extract(epoch from now()) / 86400)`))
    }),
})
