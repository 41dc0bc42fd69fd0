import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#client/core/http/request.ts'
import { owner, recordId } from '#client/core/offline/model/test-device.fixture.ts'
import { session } from '#client/core/session/session-state.ts'
import { demoTransport, networkTransport } from './network-transport.ts'

const claims = {
  sub: owner.userId,
  email: 'a@example.com',
  isAdmin: false,
  role: 'merchant' as const,
  merchant: 'm',
  emailConfirmed: true,
  iat: 0,
  exp: 1,
}
const fetched = vi.fn<typeof fetch>()
const signal = new AbortController().signal

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  session.setState({ status: 'signedIn', token: 'token-1', claims, demo: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  session.setState({ status: 'signedOut', token: undefined, claims: undefined, demo: false })
})
const send = networkTransport(owner)

test('sends no request with the session of another user, without a session, or as the demo merchant [OF03]', async () => {
  const request = { method: 'POST' as const, url: '/api/sync/push', body: { ops: [] }, signal }
  const others = [
    { claims: { ...claims, sub: recordId } },
    { claims: undefined, token: undefined },
    { claims, token: 'token-1', demo: true },
  ]
  for (const other of others) {
    session.setState(other)
    expect(await send(request)).toEqual({ status: 401, body: undefined })
  }
  expect(fetched).not.toHaveBeenCalled()
})

test('reads the demo with its header, and sends no changes from it [SH12]', async () => {
  session.setState({ demo: true })
  fetched.mockImplementation(async () => new Response('{}'))
  const push = { method: 'POST' as const, url: '/api/sync/push', body: { ops: [] }, signal }
  expect(await demoTransport(push)).toEqual({ status: 401, body: undefined })
  expect(fetched).not.toHaveBeenCalled()
  await demoTransport({ method: 'GET', url: '/api/sync/pull?since=0', signal })
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'GET', headers: { 'x-assay-demo': '1' } })
  session.setState({ demo: false })
  expect(await demoTransport({ method: 'GET', url: '/api/sync/pull?since=0', signal })).toMatchObject({ status: 401 })
})

test('compresses large bodies and chunks of files, unless that makes them larger', async () => {
  fetched.mockImplementation(async () => new Response('{"ok":true}', { headers: { 'retry-after': '7' } }))
  const body = { text: 'x'.repeat(5000) }
  expect(await send({ method: 'POST', url: '/api/sync/push', body, signal })).toEqual({
    status: 200,
    body: { ok: true },
    retryAfter: 7,
  })
  const [, packed] = fetched.mock.calls[0]!
  expect(packed).toMatchObject({ headers: { authorization: 'Bearer token-1', 'content-encoding': 'gzip' } })
  expect(JSON.parse(gunzipSync(packed!.body as ArrayBuffer).toString())).toEqual(body)
  const chunks = [Uint8Array.of(1, 2, 3), new Uint8Array(5000), crypto.getRandomValues(new Uint8Array(5000))]
  for (const chunk of chunks) await send({ method: 'PUT', url: '/api/sync/blobs/x', body: chunk, signal })
  const [small, zeros, noise] = fetched.mock.calls.slice(1).map(([, init]) => init!)
  const headers = { 'content-type': 'application/octet-stream' }
  for (const [init, chunk] of [
    [small, chunks[0]],
    [noise, chunks[2]],
  ] as const) {
    expect(init!.body).toBe(chunk)
    expect(init!.headers).toMatchObject(headers)
    expect(init!.headers).not.toHaveProperty('content-encoding')
  }
  expect(zeros!.headers).toMatchObject({ ...headers, 'content-encoding': 'gzip' })
  expect(gunzipSync(zeros!.body as Uint8Array)).toEqual(Buffer.alloc(5000))
})

function trickle(parts: readonly Uint8Array[]): ReadableStream {
  const left = [...parts]
  return new ReadableStream({
    pull(stream) {
      const part = left.shift()
      if (part) stream.enqueue(part)
      else stream.close()
    },
  })
}

test('reports the bytes before sending and each received part [OF03]', async () => {
  const parts = ['{"na', 'me":"', 'Mei \u26f5', '"}'].map((text) => new TextEncoder().encode(text))
  fetched.mockImplementation(async () => new Response(trickle(parts)))
  const moves = vi.fn()
  const body = Uint8Array.of(1, 2, 3)
  expect(await send({ method: 'PUT', url: '/api/sync/blobs/x', body, signal, moves })).toEqual({
    status: 200,
    body: { name: 'Mei \u26f5' },
  })
  expect(moves.mock.calls).toEqual([[3], ...parts.map(() => [])])
})

test('returns a response that is not JSON as text', async () => {
  fetched.mockImplementation(async () => new Response('<html>'))
  expect(await send({ method: 'GET', url: '/api/sync/pull', signal })).toEqual({ status: 200, body: '<html>' })
})

test('throws when the server does not respond to the refresh, and returns 401 when the session has ended', async () => {
  const denied = { error: 'core.signIn', message: '', reference: '', details: {} }
  fetched.mockImplementation(async (url) => {
    if (String(url).endsWith('/auth/refresh')) throw new TypeError('Failed to fetch')
    return Response.json(denied, { status: 401 })
  })
  session.setState({ status: 'signedIn' })
  const pull = { method: 'GET', url: '/api/sync/pull', signal } as const
  await expect(send(pull)).rejects.toThrow(NetworkError)
  expect(session.getState()).toMatchObject({ status: 'offline' })
  session.setState({ status: 'ended' })
  expect(await send(pull)).toMatchObject({ status: 401 })
})
