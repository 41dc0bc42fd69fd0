import { defineDomain } from '#server/domain.ts'
import { createScanPartitions, deleteOldSalts, mergeRecentVisits } from './jobs.ts'
import { scanRetentionRule } from './retention.ts'

export const verifyDomain = defineDomain({
  name: 'verify',
  routes: [
    async () => (await import('./routes.ts')).verifyRoutes,
    async () => (await import('./scratch/pages.ts')).scratchPages,
  ],
  jobs: [createScanPartitions, deleteOldSalts, mergeRecentVisits],
  retention: [scanRetentionRule],
})
