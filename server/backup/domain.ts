import { defineDomain } from '#server/domain.ts'
import { backupJob } from './jobs.ts'

export const backupDomain = defineDomain({
  name: 'backup',
  routes: [async () => (await import('./routes.ts')).backupRoutes],
  jobs: [backupJob],
})
