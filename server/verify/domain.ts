import { defineDomain } from '#server/domain.ts'
import { calibrateThresholds, createScanPartitions, deleteOldSalts, mergeRecentVisits } from './jobs.ts'
import { scanRetentionRule } from './retention.ts'

export const verifyDomain = defineDomain({
  name: 'verify',
  routes: [
    async () => (await import('./routes.ts')).verifyRoutes,
    async () => (await import('./scratch/pages.ts')).scratchPages,
  ],
  jobs: [calibrateThresholds, createScanPartitions, deleteOldSalts, mergeRecentVisits],
  retention: [scanRetentionRule],
})
