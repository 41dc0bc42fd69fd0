import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childProcesses, commandLine } from '#scripts/tool/processes.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type ServerChild, startServer } from '#server/core/test/process/server-child.ts'

let database: TestDatabase
let server: ServerChild
beforeAll(async () => {
  database = await cloneDatabase()
  server = await startServer('web', database.url)
})
afterAll(async () => {
  await server.end()
  await database.drop()
})

type Sent = { path: string; headers?: Record<string, string>; bytes?: number; chunked?: boolean }

/**
 * Sends a call with its whole body and, unless the response closes the connection, another one on the same connection.
 *
 * @returns both statuses, or the status of the first call and `closed`
 */
async function answersOnOneConnection({
  path,
  headers,
  bytes = 700_000,
  chunked = false,
}: Sent): Promise<(number | 'closed')[]> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)))
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
  const all = { host: 'localhost', 'content-type': 'application/json', ...length, ...headers }
  socket.write(
    `POST ${path} HTTP/1.1\r\n${Object.entries(all)
      .map((line) => `${line.join(': ')}\r\n`)
      .join('')}\r\n`,
  )
  if (chunked) socket.write(`${bytes.toString(16)}\r\n`)
  socket.write(body)
  if (chunked) socket.write('\r\n0\r\n\r\n')
  let received = ''
  const isClosed = () => /^connection: close\r$/im.test(received)
  socket.on('data', (data) => {
    const isFirst = received === ''
    received += data
    if (isFirst && !isClosed())
      socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  })
  await once(socket, 'close')
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status))
  return statuses.length === 1 && isClosed() ? [...statuses, 'closed'] : statuses
}

const costly = ['/api/sync/push/large', '/api/sku/bulk', '/api/sku/bulk/check']
const notMultipart = { 'content-type': 'text/plain' }
const demo = { 'x-assay-demo': '1' }
const early: [status: number, sent: Sent, next?: 'closed'][] = [
  ...costly.map((path): [number, Sent] => [401, { path }]),
  ...costly.map((path): [number, Sent] => [401, { path, chunked: true }]),
  [401, { path: '/api/sync/push/large', headers: { authorization: 'Bearer expired' } }],
  [409, { path: '/api/sync/push/large', headers: demo }],
  [401, { path: '/api/uploads' }],
  [401, { path: '/api/sync/push' }],
  [404, { path: '/api/nowhere' }],
  [413, { path: '/api/auth/local', bytes: 2_000_000 }, 'closed'],
  [413, { path: '/api/auth/local', bytes: 2_000_000, chunked: true }, 'closed'],
  [400, { path: '/api/auth/local', headers: notMultipart }],
  [400, { path: '/verify/report', headers: { 'content-type': 'multipart/form-data; boundary=b' }, bytes: 30_000 }],
]

test.each(early)(
  'answers the next call of a connection, or closes it, after a response of %i to %o',
  async (status, sent, next) => {
    expect(await answersOnOneConnection(sent)).toEqual([status, next ?? 200])
  },
)

test('answers the next call of a connection after the rate limit rejected a body', async () => {
  const statuses = new Set<number | 'closed'>()
  for (let n = 0; n < 21; n++) {
    const answers = await answersOnOneConnection({ path: '/verify/report', headers: notMultipart })
    expect(answers[1]).toBe(200)
    statuses.add(answers[0]!)
  }
  expect(statuses).toContain(429)
})

test('does not start the process for costly calls for callers without access', () => {
  const started = childProcesses(server.process.pid!).map((pid) => commandLine(pid))
  expect(started.filter((line) => line?.includes('costly-requests.ts'))).toEqual([])
})
