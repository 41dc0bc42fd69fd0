import { defineDomain } from '#server/domain.ts'
import { failOrphanedOrders, generateCodes } from './jobs.ts'
import { usesSku } from './service.ts'

export const orderDomain = defineDomain({
  name: 'order',
  routes: [
    async () => (await import('./routes.ts')).orderRoutes,
    async () => (await import('./serials/routes.ts')).serialRoutes,
  ],
  jobs: [failOrphanedOrders, generateCodes],
  usesSku,
})
