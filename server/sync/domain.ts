import { defineDomain } from '#server/domain.ts'
import { deleteUnfinishedBlobs } from './jobs.ts'
import { syncChangeRetentionRule, syncLedgerRetentionRule } from './retention/retention.ts'

export const syncDomain = defineDomain({
  name: 'sync',
  routes: [async () => (await import('./routes.ts')).syncRoutes],
  jobs: [deleteUnfinishedBlobs],
  retention: [syncChangeRetentionRule, syncLedgerRetentionRule],
})
