import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { openLogger } from './logger.ts'
import { logRequests, requestLogging } from './request-log.ts'

function served(level: 'info' | 'error') {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  const log = openLogger({ logLevel: level }, stream)
  const app = Fastify({ ...requestLogging(log), genReqId: () => 'a-call' })
  logRequests(app, log)
  app.setNotFoundHandler((_, reply) => reply.status(404).send())
  app.get('/quiet', async () => 'done')
  app.get('/talking', async ({ log }) => {
    log.error({ err: new Error('gone'), token: 'secret' }, 'tried again')
    log.debug('not asked for')
    log.child({ job: 'mail' }).error('not sent')
    return 'done'
  })
  return { app, log, lines }
}

test('logs a call once when it is complete, with its reference and without its query', async () => {
  const { app, lines } = served('info')
  await app.inject('/quiet?token=secret')
  await app.inject('/nowhere')
  expect(lines).toMatchObject([
    { reqId: 'a-call', req: { method: 'GET', url: '/quiet?…' }, res: { statusCode: 200 }, msg: 'request completed' },
    { reqId: 'a-call', req: { url: '/nowhere' }, res: { statusCode: 404 } },
  ])
  expect(lines).toHaveLength(2)
  expect(lines[0]!.responseTime).toEqual(expect.any(Number))
})

test('logs no code, wherever the address contains it', async () => {
  const { app, lines } = served('info')
  const code = '7AG4Y2G8R2EDQ015S188RJZJ4RS0347V9AC8H3G9VA'
  for (const path of ['/v/', '/V/', '/api/proof/']) await app.inject(`${path}${code}`)
  for (const path of ['.ots', '/payload', '?p=secret']) await app.inject(`/api/proof/${code}${path}`)
  expect(lines.map(({ req }) => (req as { url: string }).url)).toEqual([
    ...['/v/…', '/V/…'],
    ...Array.from({ length: 4 }, () => '/api/proof/…'),
  ])
})

test('adds the reference to a call’s log entries, and no secret', async () => {
  const { app, lines } = served('error')
  await app.inject('/talking')
  expect(lines).toMatchObject([
    { reqId: 'a-call', err: { message: 'gone' }, token: '[Redacted]', msg: 'tried again' },
    { reqId: 'a-call', job: 'mail', msg: 'not sent' },
  ])
  expect(lines).toHaveLength(2)
})

test('creates no logger for a call without log entries', async () => {
  const { app, log, lines } = served('error')
  const child = vi.spyOn(log, 'child')
  await app.inject('/quiet')
  expect(child).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
