import { defineDomain } from '#server/domain.ts'
import { activateBatch, failOrphanedBatches } from './jobs.ts'
import { activateRun, failOrphanedRuns } from './run-job.ts'

export const activationDomain = defineDomain({
  name: 'activation',
  routes: [async () => (await import('./routes.ts')).activationRoutes],
  sync: async () => (await import('./sync.ts')).activationSync,
  jobs: [activateBatch, failOrphanedBatches, activateRun, failOrphanedRuns],
})
