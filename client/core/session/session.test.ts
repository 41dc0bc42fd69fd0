import { expect, test, vi } from 'vitest'
import { privateFileUrl } from '#client/core/files/download.ts'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { decodeClaims } from './claims.ts'
import { applySignIn, refreshSession } from './refresh/refresh-session.ts'
import { claims, setUpSession, signIn, tokenOf, unauthorized, user } from './session.fixture.ts'
import { onSessionEnded } from './session-effects.ts'
import { session } from './session-state.ts'
import { hasRememberedUser } from './session-storage.ts'

setUpSession()

test('reads e-mail, isAdmin, merchant and emailConfirmed from the token [AU06]', () => {
  expect(decodeClaims(tokenOf(claims))).toEqual(claims)
})

test('signs out when a token cannot be decoded [AU06]', async () => {
  const fetchMock = vi.fn(async () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('fetch', fetchMock)
  signIn()
  expect(session.getState().status).toBe('signedIn')
  applySignIn({ jwt: 'not-a-token', user: { ...user, features: [] } })
  expect(session.getState()).toMatchObject({ status: 'signingOut', token: undefined, claims: undefined })
  await expect.poll(() => fetchMock.mock.calls.length).toBe(1)
})

test('ends a session that the server no longer refreshes, with one message [SH11]', async () => {
  const explain = vi.fn()
  onSessionEnded(explain)
  signIn()
  vi.stubGlobal('fetch', async () => unauthorized())
  const read = () => sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })
  const [wasRefreshed, response] = await Promise.all([refreshSession(), read()])
  expect([wasRefreshed, response.status, session.getState().status]).toEqual([false, 401, 'signedOut'])
  expect((await read()).status).toBe(401)
  expect(explain).toHaveBeenCalledTimes(1)
})

test('keeps a session when the server does not respond [SH11]', async () => {
  const explain = vi.fn()
  onSessionEnded(explain)
  signIn()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('refresh')) throw new TypeError('Failed to fetch')
    return unauthorized()
  })
  await expect(sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })).rejects.toThrow(NetworkError)
  expect(session.getState().status).toBe('offline')
  expect(explain).not.toHaveBeenCalled()
})

test('keeps the session when a call is rejected as cross-site', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error: 'core.crossSite', message: 'Refused', reference: 'r', details: {} },
      { status: 403, headers: { 'content-type': 'application/json' } },
    ),
  )
  signIn()
  expect((await sendAuthorized({ method: 'GET', url: '/api/user/me', headers: {} })).status).toBe(403)
  await refreshSession()
  expect(session.getState().status).toBe('offline')
})

/** The responses of a network that shows its own page. */
const foreignPages = [
  ['200 with a page', () => new Response('<html>Sign in to the network</html>')],
  ['200 with other JSON', () => Response.json({ ok: true })],
  ['401 with a page', () => new Response('<html>', { status: 401 })],
  ['403 with a page', () => new Response('<html>', { status: 403 })],
  ['404 with a page', () => new Response('<html>', { status: 404 })],
] as const

test.each(foreignPages)('keeps the session and the remembered user when a refresh gets %s', async (_, respond) => {
  const explain = vi.fn()
  onSessionEnded(explain)
  signIn()
  vi.stubGlobal('fetch', async () => respond())
  expect(await refreshSession()).toBe(false)
  expect(session.getState()).toMatchObject({ status: 'offline' })
  expect(hasRememberedUser()).toBe(true)
  expect(explain).not.toHaveBeenCalled()
})

test.each([401, 403])(
  'keeps the session when a call gets a page with status %i that is not of the server',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status }))
    signIn()
    await expect(sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })).rejects.toThrow(NetworkError)
    await expect(privateFileUrl({ hash: 'a', ext: '.png' })).rejects.toThrow(NetworkError)
    expect(session.getState().status).toBe(status === 401 ? 'offline' : 'signedIn')
  },
)

test('reports an unreachable server when the token of a file request cannot be refreshed', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('refresh')) throw new TypeError('Failed to fetch')
    return unauthorized()
  })
  signIn()
  await expect(privateFileUrl({ hash: 'a', ext: '.png' })).rejects.toThrow(NetworkError)
  expect(session.getState().status).toBe('offline')
})
