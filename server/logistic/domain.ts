import { defineDomain } from '#server/domain.ts'
import { deleteUsedTokens, pullReadings } from './jobs.ts'

export const logisticDomain = defineDomain({
  name: 'logistic',
  routes: [async () => (await import('./routes.ts')).logisticRoutes],
  sync: async () => (await import('./sync.ts')).logisticSync,
  jobs: [deleteUsedTokens, pullReadings],
})
