import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { countedAccountOf } from '#server/core/auth/actor.ts'
import { ipLimitKey, networkLimitKey, networksPerSite, siteLimitKey } from '#server/core/network/limit-key.ts'
import type { Services } from '#server/core/services.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { connectRedis, createSharedCounts } from './shared-counts.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface FastifyInstance {
    countKeyCall(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
}

/** The setting of a route: calls a minute for one key. The newest `cache` keys are kept. */
export const callsPerMinute = (max: number) => ({ max, timeWindow: '1 minute', cache: 20_000 })

/**
 * Counts by account; on public routes, without a session and in demo mode, by network (see limit-key.ts). On a public route a token does not
 * change the key: otherwise one person could use as many keys as there are accounts. The counts are shared between processes if
 * Redis is configured. Forwarded calls were counted before they were forwarded.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
  { isForwardTarget = false } = {},
): Promise<void> {
  const shared =
    config.redisUrl && !isForwardTarget ? createSharedCounts(await connectRedis(config.redisUrl), log) : undefined
  app.addHook('onClose', async () => shared?.close())
  await app.register(fastifyRateLimit, {
    global: false,
    // After onRequest, where the caller is determined, and before the body is read.
    hook: 'preParsing',
    keyGenerator: keyOf,
    // Only an exceeded limit is reported in headers. Despite its name, this option is for responses within the limit.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_, { ttl }) => slowDown(ttl),
    allowList: () => isForwardTarget,
    ...(shared && { store: shared.store }),
  })
  app.addHook('onRoute', (route) => limitPerSite(app, route))
  app.decorate('countKeyCall', keyCallCounter(app))
}

function keyOf(request: FastifyRequest): string {
  return accountOf(request) ?? (request.method === 'GET' ? ipLimitKey(request.caller) : networkLimitKey(request.caller))
}

function accountOf({ routeOptions, actor }: FastifyRequest): string | undefined {
  return routeOptions.config.access === 'public' ? undefined : countedAccountOf(actor)
}

/** All networks of one IPv6 site share a second limit, so that a caller with a /48 cannot multiply a limit by 65,536. */
function limitPerSite(app: FastifyInstance, route: RouteOptions): void {
  const { rateLimit } = route.config ?? {}
  if (!rateLimit || typeof rateLimit.max !== 'number') return
  const count = app.createRateLimit({
    ...callsPerMinute(rateLimit.max * networksPerSite),
    keyGenerator: (request) => `${route.method} ${route.url} ${siteLimitKey(request.caller)}`,
  })
  const hook = (request: FastifyRequest, _reply: unknown, _payload: unknown, done: (error?: Error) => void) => {
    if (accountOf(request) || siteLimitKey(request.caller) === undefined) return done()
    count(request).then(
      (limitState) => done(!limitState.isAllowed && limitState.isExceeded ? slowDown(limitState.ttl) : undefined),
      done,
    )
  }
  route.preParsing = [...[route.preParsing ?? []].flat(), hook]
}

/** Calls a minute of one API key, on all routes together. */
const keyCallsPerMinute = 600

/** Counts a call of an API key, and says in the headers of the answer how many are left (draft-ietf-httpapi-ratelimit-headers). */
function keyCallCounter(app: FastifyInstance): FastifyInstance['countKeyCall'] {
  const count = app.createRateLimit({
    ...callsPerMinute(keyCallsPerMinute),
    keyGenerator: ({ actor }) => `key ${actor?.id}`,
  })
  return async (request, reply) => {
    const state = await count(request)
    // A forwarded call was counted before it was forwarded.
    if (state.isAllowed) return
    reply.header('ratelimit-policy', `"default";q=${keyCallsPerMinute};w=60`)
    reply.header('ratelimit', `"default";r=${state.remaining};t=${state.ttlInSeconds}`)
    if (state.isExceeded) throw slowDown(state.ttl)
  }
}

/**
 * Counts the calls of an address and of its IPv6 site, for pages that show an exceeded limit in their own form. Throws a
 * problem when the limit is exceeded.
 */
export function limitReads(
  app: FastifyInstance,
  name: string,
  max: number,
): (request: FastifyRequest) => Promise<void> {
  const ofHost = app.createRateLimit({
    ...callsPerMinute(max),
    keyGenerator: ({ caller }: FastifyRequest) => `${name} ${ipLimitKey(caller)}`,
  })
  const ofSite = app.createRateLimit({
    ...callsPerMinute(max * networksPerSite),
    keyGenerator: ({ caller }: FastifyRequest) => `${name} ${siteLimitKey(caller)}`,
  })
  return async (request) => {
    const counts = siteLimitKey(request.caller) === undefined ? [ofHost] : [ofHost, ofSite]
    for (const count of counts) {
      const limitState = await count(request)
      if (!limitState.isAllowed && limitState.isExceeded) throw slowDown(limitState.ttl)
    }
  }
}

export const slowDown = (ttlMs: number) => new Problem(coreProblems.slowDown, { seconds: Math.ceil(ttlMs / 1000) })
