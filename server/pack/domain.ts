import { defineDomain } from '#server/domain.ts'

export const packDomain = defineDomain({
  name: 'pack',
  routes: [async () => (await import('./routes.ts')).packRoutes],
  sync: async () => (await import('./sync.ts')).packSync,
})
