import type { FastifyInstance, FastifyReply } from 'fastify'
import { policyText } from '#shared/transparency/policy.ts'
import { parseTilePath } from '#shared/transparency/tree.ts'
import { checkpointOf, currentHead } from './heads.ts'
import { keysDocument, policyFor, quorumRule, readLogOrigin } from './log-settings.ts'
import { logFileKinds } from './publish/publish.ts'
import { tileContent } from './publish/tile-content.ts'

/**
 * The public log as static files, for everybody to read, copy and check: https://c2sp.org/tlog-tiles. Tiles and entries never
 * change, so that every cache may keep them; `checkpoint` is new with each batch.
 */
export function transparencyRoutes(app: FastifyInstance): void {
  const { config, db } = app.assay

  const open = (reply: FastifyReply, caching: string) =>
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': caching,
      'cross-origin-resource-policy': 'cross-origin',
    })
  const missing = (reply: FastifyReply) =>
    open(reply, 'no-store').status(404).type('text/plain; charset=utf-8').send('The log does not have this file.\n')
  const text = (reply: FastifyReply, content: string) =>
    open(reply, logFileKinds.text.caching).type(logFileKinds.text.type).send(content)

  app.get('/log/checkpoint', async (_, reply) => {
    const [origin, head] = await Promise.all([readLogOrigin(db.read), currentHead(db.read, quorumRule(config))])
    return origin && head ? text(reply, checkpointOf(origin, head)) : missing(reply)
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', async ({ params }, reply) => {
    const path = parseTilePath(`tile/${params['*']}`)
    const content = path && (await tileContent(db.read, path))
    if (!content) return missing(reply)
    return open(reply, logFileKinds.tile.caching).type(logFileKinds.tile.type).send(content)
  })

  app.get('/log/policy', async (_, reply) => {
    const policy = await policyFor(db.read, config)
    return policy ? text(reply, policyText(policy)) : missing(reply)
  })

  app.get('/log/keys', async (_, reply) => {
    const keys = await keysDocument(db.read, config)
    return keys ? open(reply, logFileKinds.keys.caching).send(keys) : missing(reply)
  })
}
