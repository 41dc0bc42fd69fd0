import { defineDomain } from '#server/domain.ts'
import { cleanUpFiles, hideDocument } from './jobs.ts'

export const mediaDomain = defineDomain({
  name: 'media',
  routes: [async () => (await import('./routes.ts')).mediaRoutes],
  jobs: [cleanUpFiles, hideDocument],
})
