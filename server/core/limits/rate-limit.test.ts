import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openLogger } from '#server/core/logging/logger.ts'
import type { Services } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import type { Problem } from '#shared/core/api/problem.ts'
import { limitReads, registerRateLimit } from './rate-limit.ts'
import { startFakeRedis } from './redis.fixture.ts'

let app: FastifyInstance
afterEach(() => app?.close())

/** A route with two calls a minute, for the address that a header names. */
async function limited(redisUrl?: string): Promise<(caller: string) => Promise<number>> {
  app = Fastify()
  app.decorateRequest('caller', '')
  app.addHook('onRequest', async (request) => {
    request.caller = `${request.headers.caller}`
  })
  const config = { ...testConfig('postgres://a:b@127.0.0.1:9/c'), redisUrl }
  await registerRateLimit(app, { config, log: openLogger(config) } as Services)
  const count = limitReads(app, 'page', 2)
  app.get('/', async (request, reply) => {
    try {
      await count(request)
      return 'page'
    } catch (error) {
      return reply.status((error as Problem).kind.status).send('slow down')
    }
  })
  return async (caller) => (await app.inject({ url: '/', headers: { caller } })).statusCode
}

test('limits reads by address, for IPv6 by the /64, and a /48 to ten times as many calls', async () => {
  const call = await limited()
  expect([await call('192.0.2.1'), await call('192.0.2.1'), await call('192.0.2.1')]).toEqual([200, 200, 429])
  expect(await call('192.0.2.2')).toBe(200)
  const answers: number[] = []
  for (let network = 0; network < 12; network++) {
    for (const host of ['1', '2', '3']) answers.push(await call(`2001:db8:7:${network}::${host}`))
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(20)
  expect(answers.slice(0, 3)).toEqual([200, 200, 429])
  expect(answers.slice(-3)).toEqual([429, 429, 429])
  expect(await call('2001:db8:8::1')).toBe(200)
})

test('counts in this process while Redis is frozen or stopped, and in Redis again when it answers', async () => {
  let redis = await startFakeRedis()
  const { url } = redis
  const call = await limited(url)
  const callUntilCounted = async (caller: string) => {
    const before = redis.counted()
    await call(caller)
    return redis.counted() > before
  }
  await expect.poll(() => callUntilCounted('192.0.2.9')).toBe(true)
  expect([await call('192.0.2.1'), await call('192.0.2.1'), await call('192.0.2.1')]).toEqual([200, 200, 429])
  redis.freeze()
  expect([await call('192.0.2.2'), await call('192.0.2.2'), await call('192.0.2.2')]).toEqual([200, 200, 429])
  redis.thaw()
  await expect.poll(() => callUntilCounted('192.0.2.8')).toBe(true)
  expect(await call('192.0.2.1')).toBe(429)
  await redis.close()
  expect([await call('192.0.2.3'), await call('192.0.2.3'), await call('192.0.2.3')]).toEqual([200, 200, 429])
  redis = await startFakeRedis(Number(new URL(url).port))
  await expect.poll(() => callUntilCounted('192.0.2.7'), { timeout: 10_000 }).toBe(true)
  await redis.close()
})
