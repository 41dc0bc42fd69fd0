import { defineDomain } from '#server/domain.ts'
import { mailDecision } from './jobs.ts'

export const reviewDomain = defineDomain({
  name: 'review',
  routes: [async () => (await import('./routes.ts')).reviewRoutes],
  jobs: (all) => [mailDecision(all)],
})
