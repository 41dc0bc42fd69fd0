import { defineDomain } from '#server/domain.ts'

export const keyDomain = defineDomain({
  name: 'key',
  routes: [async () => (await import('./routes.ts')).keyRoutes],
})
