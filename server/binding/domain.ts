import { defineDomain } from '#server/domain.ts'
import { hasBoundCodes } from './service.ts'

export const bindingDomain = defineDomain({
  name: 'binding',
  routes: [async () => (await import('./routes.ts')).bindingRoutes],
  sync: async () => (await import('./sync.ts')).bindingSync,
  usesSku: hasBoundCodes,
})
