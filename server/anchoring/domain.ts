import { defineDomain } from '#server/domain.ts'

export const anchoringDomain = defineDomain({
  name: 'anchoring',
  routes: [async () => (await import('./routes.ts')).anchoringRoutes],
  work: async () => (await import('./start.ts')).startAnchoring,
})
