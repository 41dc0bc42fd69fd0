import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerErrors } from '#server/core/http/errors.ts'
import { healthRoutes } from '#server/core/http/health.ts'
import { registerLoadShedding } from './load-shedding.ts'

/** The samples of the interval that ends next. */
const delay = { count: 0, mean: Number.NaN, reset: () => {} }

let app: FastifyInstance
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = Fastify()
  registerErrors(app)
  registerLoadShedding(app, delay)
  app.get('/', async () => ({ ok: true }))
  healthRoutes(app)
  await app.ready()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

const fast = { count: 300, mean: 10_000_000 }
const slow = { count: 1, mean: 2_900_000_000 }
/** One long task, in which no sample is taken. */
const none = { count: 0, mean: Number.NaN }

/** The responses after intervals of 3 s with these samples. */
async function after(...intervals: { count: number; mean: number }[]) {
  for (const samples of intervals) {
    Object.assign(delay, samples)
    vi.advanceTimersByTime(3_000)
  }
  const [call, health, missing] = [await app.inject('/'), await app.inject('/health/live'), await app.inject('/no')]
  return { statuses: [call.statusCode, health.statusCode, missing.statusCode], retryAfter: call.headers['retry-after'] }
}

test.each([
  ['there is no delay', [fast, fast]],
  ['one task took a whole interval', [none]],
  ['the delay was long in one interval', [fast, slow]],
  ['two slow intervals are not next to each other', [slow, fast, none]],
  ['the delay has become short after an overload', [slow, slow, none, fast]],
])('responds to calls when %s', async (_, intervals) => {
  expect((await after(...intervals)).statuses).toEqual([200, 200, 404])
})

test.each([
  ['long', [slow, slow]],
  ['so long that no sample is taken', [none, none]],
])('rejects calls except those of health when the delay stays %s for two intervals', async (_, intervals) => {
  expect(await after(...intervals)).toEqual({ statuses: [503, 200, 503], retryAfter: '1' })
})
