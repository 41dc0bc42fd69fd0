import { defineDomain } from '#server/domain.ts'
import { checkBrandHost, checkDueBrandHosts } from './jobs.ts'

export const hostDomain = defineDomain({
  name: 'host',
  routes: [
    async () => (await import('./routes.ts')).brandHostRoutes,
    async () => (await import('./public-routes.ts')).hostPublicRoutes,
  ],
  jobs: [checkBrandHost, checkDueBrandHosts],
})
