import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerLoadShedding } from './load-shedding.ts'

test('accepts calls when the process was busy for a second after its start', async () => {
  const app = Fastify()
  await registerLoadShedding(app)
  app.get('/', async () => ({ ok: true }))
  await app.ready()
  const began = performance.now()
  while (performance.now() - began < 1_200);
  // The call is handled after the timers that were due in the meantime.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
})
