import { defineDomain } from '#server/domain.ts'

export const installationDomain = defineDomain({
  name: 'installation',
  routes: [async () => (await import('./routes.ts')).installationRoutes],
})
