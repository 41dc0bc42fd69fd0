import { defineDomain } from '#server/domain.ts'

export const formDomain = defineDomain({
  name: 'form',
  routes: [async () => (await import('./routes.ts')).formRoutes],
  sync: async () => (await import('./sync.ts')).formSync,
})
