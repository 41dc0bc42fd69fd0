import { defineDomain } from '#server/domain.ts'
import { mailAlarms, searchChangedShipments, watchSensors } from './jobs.ts'
import { watchShipments } from './subscriber.ts'

export const alarmDomain = defineDomain({
  name: 'alarm',
  routes: [async () => (await import('./routes.ts')).alarmRoutes],
  jobs: [mailAlarms, searchChangedShipments, watchSensors],
  subscribers: [watchShipments],
})
