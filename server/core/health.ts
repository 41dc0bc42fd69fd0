import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

const patienceMs = 2_000

/** /health/live: the process answers. /health/ready: what it needs answers; chains are reported but hold nothing back. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/health/ready', { schema: { hide: true } }, async (_, reply) => {
    const needed = await inspect(neededParts(app.assay))
    const chains = await inspect(chainParts(app.assay))
    const ok = Object.values(needed).every(Boolean)
    return reply.status(ok ? 200 : 503).send({ ok, ...needed, ...chains })
  })
}

type Parts = Record<string, () => Promise<unknown>>

function neededParts({ db, jobs, files }: Services): Parts {
  return {
    database: () => db.read.execute(sql`select 1`),
    queue: () => jobs.alive().then(assertTrue),
    files: () => files.check(),
  }
}

function chainParts({ config }: Services): Parts {
  const reach = (url: string, path = '') => {
    const { origin } = new URL(url)
    return fetch(origin + path, { signal: AbortSignal.timeout(patienceMs) })
  }
  return {
    // Any answer counts as reachable, a demand for a password included.
    bitcoin: () => reach(config.bitcoinRpcUrl),
    catapult: () => reach(config.catapultUrl, '/node/health'),
  }
}

async function inspect(parts: Parts): Promise<Record<string, boolean>> {
  const results = Object.entries(parts).map(async ([name, check]) => [name, await passes(check)] as const)
  return Object.fromEntries(await Promise.all(results))
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  const answered = check().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, tooLong]).finally(() => clearTimeout(timer))
}

function assertTrue(answer: boolean): void {
  if (!answer) throw new Error('not ready')
}
