import { and, eq } from '#server/core/drizzle/orm.ts'
import { defineDomain } from '#server/domain.ts'
import { deleteUnfinishedBlobs } from './jobs.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './retention/retention.ts'
import { syncBlob } from './table.ts'

export const syncDomain = defineDomain({
  name: 'sync',
  routes: [async () => (await import('./routes.ts')).syncRoutes],
  jobs: [deleteUnfinishedBlobs],
  async publishedFile(tx, hash) {
    const [found] = await tx
      .select({ file: syncBlob.file, ext: syncBlob.ext })
      .from(syncBlob)
      .where(and(eq(syncBlob.contentHash, hash), syncBlob.isShared))
      .limit(1)
    return found?.file && found.ext ? { name: found.file, ext: found.ext } : undefined
  },
  retention: [syncChangeRetentionRule, syncLedgerRetentionRule],
})
