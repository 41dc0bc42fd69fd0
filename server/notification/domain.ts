import { defineDomain } from '#server/domain.ts'
import { deleteOldNotifications, mailNotifications } from './jobs.ts'
import { notifyAccounts } from './subscriber.ts'

export const notificationDomain = defineDomain({
  name: 'notification',
  routes: [async () => (await import('./routes.ts')).notificationRoutes],
  jobs: [deleteOldNotifications, mailNotifications],
  subscribers: [notifyAccounts],
})
