import { defineDomain } from '#server/domain.ts'

export const gs1Domain = defineDomain({
  name: 'gs1',
  routes: [async () => (await import('./routes.ts')).gs1Routes],
})
