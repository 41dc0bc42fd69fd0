import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { vkeyOf } from '#shared/transparency/note.ts'
import { policyText } from '#shared/transparency/policy.ts'
import { parseTilePath, type TilePath, tileWidth } from '#shared/transparency/tree.ts'
import { checkpointOf, currentHead } from './heads.ts'
import { originOf, policyFor, publishedKeys, quorumOf, quorumRule } from './log-settings.ts'
import type { LogReader } from './tree-store.ts'

/**
 * The public log as static files, for anybody to read, to mirror and to check: https://c2sp.org/tlog-tiles. Tiles and entries
 * never change, so that every cache may keep them; `checkpoint` is new with each batch.
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
    open(reply, 'public, max-age=2').type('text/plain; charset=utf-8').send(content)

  app.get('/log/checkpoint', async (_, reply) => {
    const [origin, head] = await Promise.all([originOf(db.read), currentHead(db.read, quorumRule(config))])
    return origin && head ? text(reply, checkpointOf(origin, head)) : missing(reply)
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', async ({ params }, reply) => {
    const path = parseTilePath(`tile/${params['*']}`)
    const content = path && (path.level === 'entries' ? await entryBundle(db.read, path) : await tile(db.read, path))
    if (!content) return missing(reply)
    return open(reply, 'public, max-age=31536000, immutable').type('application/octet-stream').send(content)
  })

  app.get('/log/policy', async (_, reply) => {
    const policy = await policyFor(db.read, config)
    return policy ? text(reply, policyText(policy)) : missing(reply)
  })

  app.get('/log/keys', async (_, reply) => {
    const { log, bitcoin, catapult } = await publishedKeys(db.read)
    if (log.length === 0) return missing(reply)
    const witnesses = config.logWitnesses.map(({ key, url }) => ({ vkey: vkeyOf(key), url }))
    const keys = {
      origin: log.at(-1)!.name,
      log: log.map(vkeyOf),
      witnesses,
      quorum: quorumOf(config),
      bitcoin,
      catapult,
    }
    return open(reply, 'public, max-age=300').send(keys)
  })
}

async function tile(db: LogReader, { level, index, width }: TilePath): Promise<Buffer | undefined> {
  const { rows } = await db.execute<{ hashes: Buffer }>(sql`
    select substring(hashes for ${width * 32}) as hashes from log_tile
    where level = ${level} and idx = ${index} and octet_length(hashes) >= ${width * 32}`)
  return rows[0]?.hashes
}

/** Entries one after the other, each behind its length in two bytes. */
async function entryBundle(db: LogReader, { index, width }: TilePath): Promise<Buffer | undefined> {
  const first = index * tileWidth
  const { rows } = await db.execute<{ entry: Buffer }>(sql`
    select entry from log_entry where idx >= ${first} and idx < ${first + width} order by idx`)
  if (rows.length !== width) return undefined
  return Buffer.concat(
    rows.flatMap(({ entry }) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )
}
