import { defineDomain } from '#server/domain.ts'
import { reviewedBusiness } from './service.ts'
import { applyNames } from './subscriber.ts'

export const businessDomain = defineDomain({
  name: 'business',
  routes: [
    async () => (await import('./routes.ts')).businessRoutes,
    async () => (await import('./merchant-key.ts')).merchantKeyRoutes,
  ],
  subscribers: [applyNames],
  reviewed: reviewedBusiness,
})
