import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { registerErrors } from '#server/core/http/errors.ts'
import { registerJsonBodyParser } from './body-parser.ts'
import { registerSlowBodyGuard } from './slow-body-guard.ts'

const pace = { graceMs: 300, bytesPerSecond: 10_000, atOnce: 2, lingerMs: 200 }
let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify()
  app.decorateRequest('actor', undefined)
  app.decorateRequest('caller', '')
  registerErrors(app)
  registerSlowBodyGuard(app, pace)
  registerJsonBodyParser(app)
  app.addHook('onRequest', async (call) => {
    call.caller = String(call.headers['x-caller'] ?? '192.0.2.1')
  })
  app.post('/take', async ({ body }) => body)
  app.post('/refuse', { onRequest: async (_, reply) => reply.status(401).send({}) }, async () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

/** Sends headers with a longer content-length than the bytes that follow. */
function begin(path = '/take', caller = '192.0.2.1'): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': 1_000_000, 'x-caller': caller }
  const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  call.on('error', () => undefined)
  call.write('{"words":"')
  return call
}
const responseOf = async (call: ClientRequest) => ((await once(call, 'response')) as [IncomingMessage])[0]

test('responds 408 and closes the connection when a body stalls', async () => {
  const call = begin()
  const answer = await responseOf(call)
  expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close'])
  answer.resume()
  await once(call, 'close')
})

test('accepts a body that pauses for less than the grace period', async () => {
  const call = request({
    host: '127.0.0.1',
    port,
    path: '/take',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  const answer = responseOf(call)
  call.write('{"words":')
  await new Promise((resolve) => setTimeout(resolve, 20))
  call.end('"whole"}')
  expect((await answer).statusCode).toBe(200)
})

test('closes the connection of a client that continues to send after it was rejected', async () => {
  const call = begin('/refuse')
  const answer = await responseOf(call)
  expect(answer.statusCode).toBe(401)
  answer.resume()
  await once(call, 'close')
  expect(call.destroyed).toBe(true)
})

test('limits the simultaneous bodies of one address, and accepts the next one when one has ended', async () => {
  const held = [begin('/take', '192.0.2.2'), begin('/take', '192.0.2.2')]
  await Promise.all(held.map((call) => once(call, 'socket')))
  // Bodies that make progress are accepted, however slow the machine is.
  const moving = setInterval(() => held.map((call) => call.destroyed || call.write('x'.repeat(2000))), 20)
  onTestFinished(() => clearInterval(moving))
  const send = (caller: string) =>
    app.inject({ method: 'POST', url: '/take', headers: { 'x-caller': caller }, payload: { words: 'x' } })
  await expect.poll(async () => (await send('192.0.2.2')).statusCode).toBe(429)
  expect((await send('192.0.2.2')).headers['retry-after']).toBeDefined()
  expect((await send('192.0.2.3')).statusCode).toBe(200)
  for (const call of held) call.destroy()
  await expect.poll(async () => (await send('192.0.2.2')).statusCode).toBe(200)
})
