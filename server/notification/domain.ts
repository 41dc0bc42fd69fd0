import { defineDomain } from '#server/domain.ts'
import { deleteOldNotifications, mailNotifications } from './jobs.ts'

export const notificationDomain = defineDomain({
  name: 'notification',
  routes: [async () => (await import('./routes.ts')).notificationRoutes],
  jobs: [deleteOldNotifications, mailNotifications],
})
