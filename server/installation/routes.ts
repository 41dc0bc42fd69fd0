import type { FastifyInstance } from 'fastify'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { type Finding, installationContract } from '#shared/installation/contract.ts'
import { findingsOf } from './service.ts'

export function installationRoutes(app: FastifyInstance) {
  serve(app, installationContract, {
    // Other servers are called, so no transaction may be open meanwhile.
    check: withPreparation(
      ({ services }) => findingsOf(services),
      async (_, findings) => ({ checkedAt: new Date().toISOString(), findings: findings as Finding[] }),
    ),
  })
}
