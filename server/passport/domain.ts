import { defineDomain } from '#server/domain.ts'
import { hasPublishedPassport } from './service.ts'

export const passportDomain = defineDomain({
  name: 'passport',
  routes: [async () => (await import('./routes.ts')).passportRoutes],
  usesSku: hasPublishedPassport,
})
