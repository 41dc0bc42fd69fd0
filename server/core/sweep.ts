import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { attempt, session } from '#server/auth/table.ts'
import { syncBlob, syncBlobChunk } from '#server/sync/table.ts'
import { defineJob } from './jobs.ts'
import { idempotencyKey } from './table.ts'

/**
 * Hourly: forgets answers nobody repeats any more, sessions that ended long ago, attempts that count no more, and files whose
 * rest never came.
 */
export const sweep = defineJob({
  name: 'core.sweep',
  schema: z.object({}),
  cron: '17 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      await tx.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - interval '7 days'`))
      // A device that comes back after this sends its file from the start.
      const gone = await tx
        .delete(syncBlob)
        .where(and(isNull(syncBlob.file), lt(syncBlob.createdAt, sql`now() - interval '30 days'`)))
        .returning({ merchantId: syncBlob.merchantId, sha256: syncBlob.sha256 })
      for (const { merchantId, sha256 } of gone) {
        await tx
          .delete(syncBlobChunk)
          .where(and(eq(syncBlobChunk.merchantId, merchantId), eq(syncBlobChunk.sha256, sha256)))
      }
      await tx.delete(session).where(lt(session.expiresAt, sql`now() - interval '30 days'`))
      await tx.delete(attempt).where(lt(attempt.failedAt, sql`now() - interval '1 hour'`))
    }),
})
