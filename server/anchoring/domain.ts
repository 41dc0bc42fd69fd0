import { defineDomain } from '#server/domain.ts'

export const anchoringDomain = defineDomain({
  name: 'anchoring',
  routes: [
    async () => (await import('./routes.ts')).anchoringRoutes,
    async () => (await import('./operator/routes.ts')).chainsRoutes,
  ],
  work: async () => (await import('./start.ts')).startAnchoring,
})
