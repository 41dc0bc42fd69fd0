import type { FastifyInstance } from 'fastify'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { neverShed } from '#server/core/limits/load-shedding.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { type Finding, installationContract } from '#shared/installation/contract.ts'
import { installationId } from './identity.ts'
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

/** `/health/installation`: which installation the public URL leads to, and the address that it sees of the caller. */
export function identityRoutes(app: FastifyInstance) {
  const installation = installationId(app.assay.config)
  const config = { ...neverShed, rateLimit: callsPerMinute(60) }
  app.get('/health/installation', { schema: { hide: true }, config }, async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store')
    return { installation, address: caller }
  })
}
