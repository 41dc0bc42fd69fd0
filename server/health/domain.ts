import { defineDomain } from '#server/domain.ts'

export const healthDomain = defineDomain({
  name: 'health',
  routes: [async () => (await import('./routes.ts')).healthRoutes],
})
