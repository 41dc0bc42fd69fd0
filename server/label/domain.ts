import { defineDomain } from '#server/domain.ts'

export const labelDomain = defineDomain({
  name: 'label',
  routes: [async () => (await import('./routes.ts')).labelRoutes],
})
