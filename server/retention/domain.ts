import { defineDomain } from '#server/domain.ts'
import { retentionJob } from './jobs.ts'
import { retentionRulesOf } from './service.ts'

export const retentionDomain = defineDomain({
  name: 'retention',
  routes: [async () => (await import('./routes.ts')).retentionRoutes],
  jobs: (all) => [retentionJob(retentionRulesOf(all))],
})
