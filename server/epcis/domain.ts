import { defineDomain } from '#server/domain.ts'
import { recordEarlierEvents, recordEvents } from './jobs.ts'
import { recordHappened } from './subscriber.ts'

export const epcisDomain = defineDomain({
  name: 'epcis',
  routes: [async () => (await import('./routes.ts')).epcisRoutes],
  jobs: [recordEvents, recordEarlierEvents],
  subscribers: [recordHappened],
})
