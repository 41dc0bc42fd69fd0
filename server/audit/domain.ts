import { defineDomain } from '#server/domain.ts'
import { checkAuditChains } from './jobs.ts'
import { auditRetentionRule } from './retention.ts'

export const auditDomain = defineDomain({
  name: 'audit',
  routes: [async () => (await import('./routes.ts')).auditRoutes],
  jobs: [checkAuditChains],
  retention: [auditRetentionRule],
})
