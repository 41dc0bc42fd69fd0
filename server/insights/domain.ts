import { defineDomain } from '#server/domain.ts'
import { sumScans } from './jobs.ts'
import { mailWeeklySummaries } from './weekly-summary/jobs.ts'

export const insightsDomain = defineDomain({
  name: 'insights',
  routes: [
    async () => (await import('./routes.ts')).insightsRoutes,
    async () => (await import('./views.ts')).viewRoutes,
    async () => (await import('./weekly-summary/routes.ts')).weeklySummaryRoutes,
    async () => (await import('./attention.ts')).attentionRoutes,
  ],
  jobs: [sumScans, mailWeeklySummaries],
})
