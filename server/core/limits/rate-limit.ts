import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { hostKey, networkKey, networksPerSite, siteKey } from '#server/core/network/limit-key.ts'
import type { Services } from '#server/core/services.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'

/** The setting of a route: calls a minute for one key. Keys are remembered until `cache` newer ones came. */
export const callsPerMinute = (max: number) => ({ max, timeWindow: '1 minute', cache: 20_000 })

/**
 * Counts per account; on public routes, and where nobody is signed in, per network (see limit-key.ts). A token never gives a
 * public route another key, or one person could have as many as there are accounts. Shared between processes where Redis is
 * configured.
 */
export async function registerRateLimit(app: FastifyInstance, { config, log }: Services): Promise<void> {
  const redis = config.redisUrl ? await connect(config.redisUrl) : undefined
  redis?.on('error', (error) => log.warn({ err: error }, 'rate limits'))
  app.addHook('onClose', async () => redis?.disconnect())
  await app.register(fastifyRateLimit, {
    global: false,
    // After the caller is known (onRequest), before a byte of the body is read.
    hook: 'preParsing',
    keyGenerator: keyOf,
    // The limit is told to those alone who meet it. This option, by its name the opposite, is for all others.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_, { ttl }) => slowDown(ttl),
    ...(redis && { redis, skipOnError: true, nameSpace: 'assay:limit:' }),
  })
  app.addHook('onRoute', (route) => limitPerSite(app, route))
}

function keyOf(request: FastifyRequest): string {
  return accountOf(request) ?? (request.method === 'GET' ? hostKey(request.caller) : networkKey(request.caller))
}

function accountOf({ routeOptions, actor }: FastifyRequest): string | undefined {
  return routeOptions.config.access === 'public' ? undefined : actor?.id
}

/** The networks of one IPv6 site share another limit, so that a caller cannot multiply a limit by 65,536. */
function limitPerSite(app: FastifyInstance, route: RouteOptions): void {
  const { rateLimit } = route.config ?? {}
  if (!rateLimit || typeof rateLimit.max !== 'number') return
  const count = app.createRateLimit({
    ...callsPerMinute(rateLimit.max * networksPerSite),
    keyGenerator: (request) => `${route.method} ${route.url} ${siteKey(request.caller)}`,
  })
  const hook = (request: FastifyRequest, _reply: unknown, _payload: unknown, done: (error?: Error) => void) => {
    if (accountOf(request) || siteKey(request.caller) === undefined) return done()
    count(request).then(
      (counted) => done(!counted.isAllowed && counted.isExceeded ? slowDown(counted.ttl) : undefined),
      done,
    )
  }
  route.preParsing = [...[route.preParsing ?? []].flat(), hook]
}

/**
 * Counts calls of an address and of the IPv6 site around it, for pages that answer a refusal in a way of their own. Throws the
 * problem of a call too many.
 */
export function limitReads(
  app: FastifyInstance,
  name: string,
  max: number,
): (request: FastifyRequest) => Promise<void> {
  const ofHost = app.createRateLimit({
    ...callsPerMinute(max),
    keyGenerator: ({ caller }: FastifyRequest) => `${name} ${hostKey(caller)}`,
  })
  const ofSite = app.createRateLimit({
    ...callsPerMinute(max * networksPerSite),
    keyGenerator: ({ caller }: FastifyRequest) => `${name} ${siteKey(caller)}`,
  })
  return async (request) => {
    const counts = siteKey(request.caller) === undefined ? [ofHost] : [ofHost, ofSite]
    for (const count of counts) {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw slowDown(counted.ttl)
    }
  }
}

export const slowDown = (ttlMs: number) => new Problem(coreProblems.slowDown, { seconds: Math.ceil(ttlMs / 1000) })

async function connect(url: string) {
  const { Redis } = await import('ioredis')
  return new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 500 })
}
