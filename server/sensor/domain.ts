import { defineDomain } from '#server/domain.ts'

export const sensorDomain = defineDomain({
  name: 'sensor',
  routes: [async () => (await import('./routes.ts')).sensorRoutes],
  sync: async () => (await import('./sync.ts')).sensorEntrySync,
})
