import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { policyText } from '#shared/transparency/policy.ts'
import { policyFor } from './log-settings.ts'

const built = join(import.meta.dirname, '../../dist/transparency/page/verify.html')

/**
 * The checker of proofs in one file, with the policy of this log in it: a reader keeps it, and checks proofs without us. Its
 * own content security policy is in the file, so that it also holds on a disk.
 */
export function checkerPage(app: FastifyInstance): void {
  const { config, db } = app.assay
  app.get<{ Querystring: { download?: string } }>('/verify.html', async ({ query }, reply) => {
    const [policy, page] = await Promise.all([
      policyFor(db.read, config),
      readFile(built, 'utf8').catch(() => undefined),
    ])
    if (!policy || !page) throw new Problem(coreProblems.notFound)
    reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff')
    reply.removeHeader('content-security-policy')
    if (query.download !== undefined) reply.header('content-disposition', 'attachment; filename="verify.html"')
    return reply
      .type('text/html; charset=utf-8')
      .compress(page.replace('>POLICY<', () => `>${encodeURIComponent(policyText(policy))}<`))
  })
}
