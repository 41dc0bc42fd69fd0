import { defineDomain } from '#server/domain.ts'

export const nfcDomain = defineDomain({
  name: 'nfc',
  routes: [async () => (await import('./routes.ts')).nfcRoutes],
})
