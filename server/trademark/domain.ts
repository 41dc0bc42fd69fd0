import { defineDomain } from '#server/domain.ts'
import { reviewedTrademark } from './service.ts'

export const trademarkDomain = defineDomain({
  name: 'trademark',
  routes: [async () => (await import('./routes.ts')).trademarkRoutes],
  reviewed: reviewedTrademark,
})
