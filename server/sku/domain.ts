import { defineDomain } from '#server/domain.ts'
import { reviewedCertificate } from './service.ts'

export const skuDomain = defineDomain({
  name: 'sku',
  routes: [
    async () => (await import('./routes.ts')).skuRoutes,
    async () => (await import('./bulk-import-routes.ts')).skuBulkRoutes,
  ],
  reviewed: reviewedCertificate,
})
