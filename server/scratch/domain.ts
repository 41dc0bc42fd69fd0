import { defineDomain } from '#server/domain.ts'

export const scratchDomain = defineDomain({
  name: 'scratch',
  routes: [async () => (await import('./routes.ts')).scratchRoutes],
})
