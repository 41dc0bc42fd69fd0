import { defineDomain } from '#server/domain.ts'
import { deleteOldInvitations, mailInvitation } from './jobs.ts'

export const teamDomain = defineDomain({
  name: 'team',
  routes: [async () => (await import('./routes.ts')).teamRoutes],
  jobs: [deleteOldInvitations, mailInvitation],
})
