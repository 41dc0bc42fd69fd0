import { expect, onTestFinished, test, vi } from 'vitest'
import { privateFileUrl } from '#client/core/files/download.ts'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { networkTransport } from '#client/core/offline/sync/network-transport.ts'
import {
  advanceTime,
  claims,
  setUpSession,
  signIn,
  tokenOf,
  unauthorized,
  user,
} from '#client/core/session/session.fixture.ts'
import { session } from '#client/core/session/session-state.ts'
import { signedInCookie } from '#shared/core/api/session.ts'

setUpSession()

const second = tokenOf({ ...claims, email: 'second@example.com' })
const read = () => sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })
const push = () =>
  networkTransport({ userId: claims.sub, merchantId: user.id })({
    method: 'POST',
    url: '/api/sync/push',
    body: {},
    signal: AbortSignal.timeout(60_000),
  })

/** A server whose first token has ended. Lists the calls, with the name of their token. */
function serverOf(refresh: () => Promise<Response> | Response, hasEnded = true) {
  const calls: string[] = []
  const first = session.getState().token
  vi.stubGlobal('fetch', async (url: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    if (url === '/api/auth/refresh') {
      calls.push('refresh')
      return refresh()
    }
    const token = headers.authorization?.slice('Bearer '.length)
    calls.push(`${url} ${token === second ? 'second' : token === first ? 'first' : 'none'}`)
    return token === second || !hasEnded ? Response.json([]) : unauthorized()
  })
  return calls
}

const renewed = () => Response.json({ jwt: second, user })

test('makes calls, files and the sync wait for one refresh when the token ends before they arrive [AU06]', async () => {
  URL.createObjectURL = () => 'blob:picture'
  signIn()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const calls = serverOf(() => promise)
  // No timer has fired, as in a hidden tab or on a busy machine.
  advanceTime(596_000)
  const answers = [read(), read(), push(), privateFileUrl({ hash: 'a', ext: '.png' })]
  await vi.waitFor(() => expect(calls).toEqual(['refresh']))
  resolve(renewed())
  const [one, two, pushed] = await Promise.all(answers)
  expect([one, two, pushed].map((answer) => (answer as { status: number }).status)).toEqual([200, 200, 200])
  expect(calls.toSorted()).toEqual([
    '/api/files/a.png second',
    '/api/sku second',
    '/api/sku second',
    '/api/sync/push second',
    'refresh',
  ])
})

test('a call before the end of the token does not wait for its refresh [AU06]', async () => {
  signIn()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const calls = serverOf(() => promise, false)
  advanceTime(560_000)
  expect((await read()).status).toBe(200)
  await vi.waitFor(() => expect(calls.toSorted()).toEqual(['/api/sku first', 'refresh']))
  resolve(renewed())
  await vi.waitFor(() => expect(session.getState().token).toBe(second))
})

test('a call of a slow device waits for the refresh earlier [AU06]', async () => {
  signIn()
  const { token } = session.getState()
  vi.stubGlobal('fetch', async () => {
    advanceTime(25_000)
    return Response.json([])
  })
  advanceTime(500_000)
  await read()
  expect(session.getState().token).toBe(token)
  const calls = serverOf(renewed)
  // 50 s before its end, the token would be used by a device that was not slow.
  advanceTime(25_000)
  await read()
  expect(calls).toEqual(['refresh', '/api/sku second'])
})

test('sends no call without a token while the server does not respond to the refresh [SH11]', async () => {
  signIn()
  session.setState({ token: undefined, status: 'offline' })
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = `${signedInCookie}=1`
  onTestFinished(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = `${signedInCookie}=; max-age=0`
  })
  const calls = serverOf(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(read()).rejects.toThrow(NetworkError)
  await expect(push()).rejects.toThrow(NetworkError)
  expect(new Set(calls)).toEqual(new Set(['refresh']))
  expect(session.getState().status).toBe('offline')
})
