import { defineDomain } from '#server/domain.ts'

export const merchantDomain = defineDomain({
  name: 'merchant',
  routes: [async () => (await import('./routes.ts')).merchantRoutes],
})
