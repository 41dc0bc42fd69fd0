import { defineDomain } from '#server/domain.ts'

export const submissionDomain = defineDomain({
  name: 'submission',
  routes: [async () => (await import('./routes.ts')).submissionRoutes],
  sync: async () => (await import('./sync.ts')).submissionSync,
})
