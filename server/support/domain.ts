import { defineDomain } from '#server/domain.ts'

export const supportDomain = defineDomain({
  name: 'support',
  routes: [async () => (await import('./routes.ts')).supportRoutes],
})
