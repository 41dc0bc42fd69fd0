import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { languageOf } from '#server/core/http/errors.ts'
import { parseInput } from '#server/core/http/validate.ts'
import { limitReads } from '#server/core/limits/rate-limit.ts'
import { isCallOfProxy } from '#server/core/network/loopback.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { challengePath } from '#shared/core/host/brand-host.ts'

const challengesPerMinute = 600
const AskedHost = z.object({ domain: z.string().max(253) })

/** What answers without a session: the challenge of a host, and the question of a proxy before it gets a certificate. */
export function hostPublicRoutes(app: FastifyInstance): void {
  const { brandHosts, config } = app.assay
  const isProxy = isCallOfProxy(config.trustedProxies)
  const count = limitReads(app, 'host challenge', challengesPerMinute)
  const text = (reply: FastifyReply, content: string) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(content)

  app.get(challengePath, { schema: { hide: true } }, async (request, reply) => {
    await count(request)
    const tokens = await brandHosts.tokensOf(request.headers.host ?? '')
    if (tokens.length === 0) throw new Problem(coreProblems.notFound)
    return text(reply, `${tokens.join('\n')}\n`)
  })

  app.get('/host/ask', { schema: { hide: true } }, async (request, reply) => {
    if (!isProxy(request.raw)) throw new Problem(coreProblems.notFound)
    const { domain } = parseInput(AskedHost, request.query, languageOf(request))
    if (!(await brandHosts.mayHaveCertificate(domain))) throw new Problem(coreProblems.notFound)
    return text(reply, 'ok\n')
  })
}
