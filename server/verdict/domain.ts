import { defineDomain } from '#server/domain.ts'
import { caseRetentionRule } from './retention.ts'
import { showsFile } from './service.ts'

export const verdictDomain = defineDomain({
  name: 'verdict',
  routes: [
    async () => (await import('./routes.ts')).verdictRoutes,
    async () => (await import('./calibration/routes.ts')).calibrationRoutes,
    async () => (await import('./code-card.ts')).codeCardRoutes,
    async () => (await import('./report.ts')).reportPages,
  ],
  retention: [caseRetentionRule],
  showsFile,
})
