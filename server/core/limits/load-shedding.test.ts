import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerErrors } from '#server/core/http/errors.ts'
import { healthRoutes } from '#server/health/routes.ts'
import { registerLoadShedding } from './load-shedding.ts'

let app: FastifyInstance
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  app = Fastify()
  registerErrors(app)
  await registerLoadShedding(app)
  app.get('/', async () => ({ ok: true }))
  healthRoutes(app)
  await app.ready()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

const endInterval = () => void vi.advanceTimersByTime(6_000)
/** The event loop has no turn between the ends of two intervals. */
function stayBusy(): void {
  endInterval()
  endInterval()
}
const takeSamples = () => pause(200)
const clock = new Int32Array(new SharedArrayBuffer(4))

async function responses() {
  const [call, health, missing] = [await app.inject('/'), await app.inject('/health/live'), await app.inject('/no')]
  return { statuses: [call.statusCode, health.statusCode, missing.statusCode], retryAfter: call.headers['retry-after'] }
}

test('responds to calls when one task took half of an interval', async () => {
  endInterval()
  Atomics.wait(clock, 0, 0, 3_000)
  await takeSamples()
  endInterval()
  expect((await responses()).statuses).toEqual([200, 200, 404])
})

test('rejects calls except health calls while the event loop is busy, and responds again when it is free', async () => {
  stayBusy()
  expect(await responses()).toEqual({ statuses: [503, 200, 503], retryAfter: '1' })
  await takeSamples()
  endInterval()
  expect((await responses()).statuses).toEqual([200, 200, 404])
})
