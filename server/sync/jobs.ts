import { z } from 'zod'
import { and, eq, exists, isNull, lt, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { syncBlob, syncBlobChunk } from './table.ts'

/** Deletes files that stayed incomplete for 30 days. A device that returns later sends its file from the start. */
export const deleteUnfinishedBlobs = defineJob({
  name: 'sync.deleteUnfinishedBlobs',
  schema: z.object({}),
  cron: '22 * * * *',
  run: (_, { services }) =>
    services.db.system(async (tx) => {
      const unfinished = and(isNull(syncBlob.file), lt(syncBlob.createdAt, sql`now() - interval '30 days'`))
      const itsFile = and(eq(syncBlob.merchantId, syncBlobChunk.merchantId), eq(syncBlob.sha256, syncBlobChunk.sha256))
      await tx.delete(syncBlobChunk).where(exists(tx.select().from(syncBlob).where(and(itsFile, unfinished))))
      await tx.delete(syncBlob).where(unfinished)
    }),
})
