import { defineDomain } from '#server/domain.ts'

export const billingDomain = defineDomain({
  name: 'billing',
  routes: [
    async () => (await import('./routes.ts')).billingRoutes,
    async () => (await import('./invoice.ts')).invoiceRoutes,
  ],
})
