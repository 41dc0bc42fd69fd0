import { defineDomain } from '#server/domain.ts'
import { findPatterns } from './jobs.ts'
import { patternRetentionRule } from './retention.ts'

export const patternDomain = defineDomain({
  name: 'pattern',
  routes: [async () => (await import('./routes.ts')).patternRoutes],
  jobs: [findPatterns],
  retention: [patternRetentionRule],
})
