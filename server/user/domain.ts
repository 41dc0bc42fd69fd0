import { defineDomain } from '#server/domain.ts'

export const userDomain = defineDomain({
  name: 'user',
  routes: [async () => (await import('./routes.ts')).userRoutes],
})
