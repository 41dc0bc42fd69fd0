import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childProcesses, commandLine, hasProcess } from '#scripts/tool/processes.ts'
import { buildApp } from '#server/app.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { cloneDatabase } from '#server/core/test/database/database.ts'
import { startServer } from '#server/core/test/process/server-child.ts'
import { createCodePrinter } from '#server/order/service.ts'
import { type CostlyRequests, forwardCostlyRequests, openCostlyRequests } from './costly-requests.ts'
import { loweredPriority } from './priority.ts'

type Known = {
  pid: number
  priority: number
  received: number
  left: number
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

let app: FastifyInstance
let calls: CostlyRequests
let url: string
const caller = '203.0.113.7'

beforeAll(async () => {
  const log = { error: () => undefined } as unknown as Logger
  calls = openCostlyRequests(join(import.meta.dirname, 'costly-requests.fixture.ts'), log)
  app = Fastify()
  app.decorateRequest('caller', caller)
  forwardCostlyRequests(app, calls)
  const handler = async () => ({ pid: process.pid })
  app.get('/api/usual', handler)
  app.get('/api/other-budget', { config: { budget: 'uploads' as 'labels' } }, handler)
  const config = { budget: 'exports' } as const
  app.get('/api/costly', { config }, handler)
  app.post('/api/costly', { config }, handler)
  app.post('/api/denied', { config, onRequest: async (_, reply) => reply.status(401).send() }, handler)
  for (const path of ['/api/slow', '/api/endless']) app.get(path, { config }, handler)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await calls.close()
})

const known = async (path = '/api/costly', init?: RequestInit): Promise<Known> =>
  (await (await fetch(url + path, init)).json()) as Known

test('handles a costly call in a process of lower priority, and other calls in this process', async () => {
  expect(await known('/api/usual')).toEqual({ pid: process.pid })
  expect(await known('/api/other-budget')).toEqual({ pid: process.pid })
  const answer = await fetch(`${url}/api/costly?a=1`, { headers: { 'accept-language': 'ru' } })
  const response = (await answer.json()) as Known
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(response).toMatchObject({
    url: '/api/costly?a=1',
    priority: loweredPriority,
    headers: { 'accept-language': 'ru' },
  })
  expect(response.pid).not.toBe(process.pid)
})

test('forwards a call with its body and the caller’s address', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-request-id': 'mine' }
  const response = await known('/api/costly', { method: 'POST', body: 'x'.repeat(300_000), headers })
  expect(response.method).toBe('POST')
  expect(response.body).toHaveLength(300_000)
  expect(response.headers['x-forwarded-for']).toBe(caller)
  expect(response.headers['x-request-id']).not.toBe('mine')
})

test('does not parse the body of a GET as another call', async () => {
  const before = (await known()).received
  const hidden = 'GET /api/costly?hidden HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.51.100.1\r\n\r\n'
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /api/costly HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`)
  socket.write(`content-length: ${hidden.length}\r\n\r\n${hidden}`)
  socket.resume()
  await once(socket, 'close')
  expect((await known()).received).toBe(before + 2)
})

test('ends a call when its client disconnects', async () => {
  const before = (await known()).left
  const abort = new AbortController()
  const answer = await fetch(`${url}/api/endless`, { signal: abort.signal })
  expect(answer.status).toBe(200)
  abort.abort()
  await expect.poll(async () => (await known()).left).toBe(before + 1)
})

test('forwards no call that a hook of its route rejects', async () => {
  const before = (await known()).received
  expect((await fetch(`${url}/api/denied`, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(401)
  expect((await known()).received).toBe(before + 1)
})

test('does not end the process when a client disconnects before the response or during its request', async () => {
  const { pid } = await known()
  for (let after = 0; after < 400; after += 20) {
    const signal = AbortSignal.timeout(after)
    await Promise.allSettled([fetch(`${url}/api/slow`, { signal }).then((answer) => answer.text())])
  }
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST /api/costly HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf')
  await pause(100)
  socket.destroy()
  await pause(400)
  expect((await known()).pid).toBe(pid)
})

test('forwards no call of a client that disconnects while the process starts', async () => {
  await calls.close()
  const arrived = once(app.server, 'request')
  const client = connect(Number(new URL(url).port), '127.0.0.1')
  client.write('GET /api/endless HTTP/1.1\r\nhost: a\r\n\r\n')
  const [{ socket }] = (await arrived) as [IncomingMessage]
  const closed = new Promise((resolve) => socket.once('close', resolve))
  client.resetAndDestroy()
  await closed
  expect((await known()).received).toBe(1)
})

test('restarts an ended process with the next call', async () => {
  const { pid } = await known()
  const cut = await fetch(`${url}/api/endless`)
  process.kill(pid, 'SIGKILL')
  await expect(cut.text()).rejects.toThrow()
  await expect.poll(async () => (await fetch(`${url}/api/costly`)).status, { timeout: 20_000 }).toBe(201)
  expect((await known()).pid).not.toBe(pid)
})

test('trusts the caller address and request id from another process, and has only routes of domains', async () => {
  const database = await cloneDatabase()
  const services = await openServices(testConfig(database.url))
  const folder = await mkdtemp(join(tmpdir(), 'assay-'))
  const behind = await buildApp(services, { isForwardTarget: true })
  try {
    behind.get('/who', async ({ caller, id }) => ({ caller, id }))
    await behind.listen({ path: join(folder, 'calls') })
    const headers = { 'x-forwarded-for': caller, 'x-request-id': 'theirs' }
    const call = get({ socketPath: join(folder, 'calls'), path: '/who', headers })
    const [answer] = await once(call, 'response')
    expect(await json(answer)).toEqual({ caller, id: 'theirs' })
    // The other process never forwards calls of these routes.
    const own = /^\/(health|mailbox|assets|api\/(docs|events)|\*)/
    expect(behind.routes.map((route) => route.url).filter((path) => own.test(path))).toEqual([])
  } finally {
    await behind.close()
    await services.close()
    await rm(folder, { recursive: true })
    await database.drop()
  }
})

test('handles costly calls in a child process that exits with the server', async () => {
  const database = await cloneDatabase()
  const server = await startServer('web', database.url)
  try {
    // Public, so that no session is needed. A call without the secret of its code would not be forwarded.
    const code = createCodePrinter(testConfig(database.url))(randomUUID()).split('/').at(-1)
    expect((await fetch(`${server.url}/verify/paper?a=${code}`)).status).toBe(200)
    const pid = childProcesses(server.process.pid!).find((child) => commandLine(child)?.includes('costly-requests.ts'))!
    expect(pid).toBeDefined()
    const ended = once(server.process, 'exit')
    server.process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(hasProcess(pid)).toBe(false)
  } finally {
    await server.end()
    await database.drop()
  }
})
