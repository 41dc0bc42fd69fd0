import { defineDomain } from '#server/domain.ts'

export const invoiceDomain = defineDomain({
  name: 'invoice',
  routes: [async () => (await import('./routes.ts')).invoiceRoutes],
})
