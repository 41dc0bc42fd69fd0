import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { session } from '#server/auth/table.ts'
import { defineJob } from './jobs.ts'
import { idempotencyKey } from './table.ts'

/** Hourly: forgets answers nobody repeats any more, and sessions that ended long ago. */
export const sweep = defineJob({
  name: 'core.sweep',
  schema: z.object({}),
  cron: '17 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - interval '7 days'`))
      await tx.delete(session).where(lt(session.expiresAt, sql`now() - interval '30 days'`))
    }),
})
