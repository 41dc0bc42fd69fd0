import { defineDomain } from '#server/domain.ts'

export const customizationDomain = defineDomain({
  name: 'customization',
  routes: [
    async () => (await import('./routes.ts')).customizationRoutes,
    async () => (await import('./host-routes.ts')).hostRoutes,
  ],
})
