import { defineDomain } from '#server/domain.ts'

export const searchDomain = defineDomain({
  name: 'search',
  routes: [async () => (await import('./routes.ts')).searchRoutes],
})
