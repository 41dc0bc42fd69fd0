import { defineDomain } from '#server/domain.ts'
import { mailProviderRemoved } from './jobs.ts'

export const oidcDomain = defineDomain({
  name: 'oidc',
  routes: [async () => (await import('./routes.ts')).oidcRoutes],
  jobs: [mailProviderRemoved],
})
