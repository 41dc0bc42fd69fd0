import { defineDomain } from '#server/domain.ts'

export const trademarkDomain = defineDomain({
  name: 'trademark',
  routes: [async () => (await import('./routes.ts')).trademarkRoutes],
})
