import { z } from 'zod'
import { lt, sql } from '#server/core/drizzle/orm.ts'
import { idempotencyKey } from '#server/core/table.ts'
import { defineJob } from './job-queue.ts'

/** Hourly: deletes stored responses that are too old to be requested again. */
export const deleteOldIdempotencyKeys = defineJob({
  name: 'core.cleanUp',
  schema: z.object({}),
  cron: '17 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - interval '7 days'`))
    }),
})
