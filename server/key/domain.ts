import { defineDomain } from '#server/domain.ts'
import { tellOwner } from './jobs.ts'

export const keyDomain = defineDomain({
  name: 'key',
  routes: [async () => (await import('./routes.ts')).keyRoutes],
  jobs: [tellOwner],
})
