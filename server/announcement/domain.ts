import { defineDomain } from '#server/domain.ts'

export const announcementDomain = defineDomain({
  name: 'announcement',
  routes: [async () => (await import('./routes.ts')).announcementRoutes],
})
