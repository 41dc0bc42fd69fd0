import { defineDomain } from '#server/domain.ts'
import { grantTrials } from './subscriber.ts'

export const billingDomain = defineDomain({
  name: 'billing',
  routes: [async () => (await import('./routes.ts')).billingRoutes],
  subscribers: [grantTrials],
})
