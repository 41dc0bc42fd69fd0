import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import type { Services } from './services.ts'

/** Counts per account, or per address where nobody is signed in; shared between processes where Redis is configured. */
export async function registerRateLimit(app: FastifyInstance, { config, log }: Services): Promise<void> {
  const redis = config.redisUrl ? await connect(config.redisUrl) : undefined
  redis?.on('error', (error) => log.warn({ err: error }, 'rate limits'))
  app.addHook('onClose', async () => redis?.disconnect())
  await app.register(fastifyRateLimit, {
    global: false,
    // After the caller is known (onRequest), before a byte of the body is read.
    hook: 'preParsing',
    keyGenerator: (request) => request.actor?.id ?? request.caller,
    // The limit is told to those alone who meet it. This option, by its name the opposite, is for all others.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_, { ttl }) => new Problem(coreProblems.slowDown, { seconds: Math.ceil(ttl / 1000) }),
    ...(redis && { redis, skipOnError: true, nameSpace: 'assay:limit:' }),
  })
}

async function connect(url: string) {
  const { Redis } = await import('ioredis')
  return new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 500 })
}
