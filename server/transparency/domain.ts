import { defineDomain } from '#server/domain.ts'

export const transparencyDomain = defineDomain({
  name: 'transparency',
  routes: [
    async () => (await import('./routes.ts')).transparencyRoutes,
    async () => (await import('./proof-routes.ts')).logProofRoutes,
    async () => (await import('./checker-page.ts')).checkerPage,
    async () => (await import('./operator/routes.ts')).chainsRoutes,
  ],
  work: async () => (await import('./start.ts')).startLog,
})
