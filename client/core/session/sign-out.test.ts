import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseName } from '#client/core/offline/database/database-name.ts'
import { blockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { pendingRemovals } from '#client/core/offline/removal/pending-removals.ts'
import { applySignIn, refreshSession } from './refresh/refresh-session.ts'
import { claims, clearSession, setUpSession, signIn, tokenOf, unauthorized, user } from './session.fixture.ts'
import { startSession } from './session.ts'
import { signOut } from './session-effects.ts'
import { session } from './session-state.ts'
import { rememberedOwner } from './session-storage.ts'

setUpSession()

test('signs out on the server with the next connection after a sign-out without one [AU06]', async () => {
  const requests: string[] = []
  let away = true
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    if (away) throw new TypeError('Failed to fetch')
    return new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
  })
  signIn()
  await signOut()
  expect(session.getState().status).toBe('signingOut')
  expect(requests).toEqual(['/api/auth/sign-out'])
  away = false
  await startSession()
  await expect.poll(() => requests).toHaveLength(2)
  await startSession()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toEqual(['/api/auth/sign-out', '/api/auth/sign-out'])

  // A user who signs in meanwhile has a new session, which the sign-out must not end.
  away = true
  signIn()
  await signOut()
  signIn()
  away = false
  const before = requests.length
  clearSession()
  await startSession()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toHaveLength(before)
})

describe('a sign-out that the server has not received yet [AU06]', () => {
  /** Responses of the server by route, in turn; the last one repeats. */
  function serverOf(answers: Record<string, (() => Response | Promise<Response>)[]>) {
    const requests: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      const route = url.split('/').at(-1)!
      requests.push(route)
      const list = answers[route]!
      return (list.length > 1 ? list.shift()! : list[0]!)()
    })
    return requests
  }
  const status = (code: number) => () =>
    Response.json({ error: 'core.x', message: '', reference: '', details: {} }, { status: code })
  const page = (code: number) => () => new Response('<html>', { status: code })
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  const accepted = () => Response.json({ ok: true })
  const pass = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('takes precedence over a refresh in progress, and is sent after it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const requests = serverOf({ refresh: [() => promise], 'sign-out': [away, accepted] })
    signIn()
    const refreshing = refreshSession()
    await expect.poll(() => requests).toEqual(['refresh'])
    await signOut()
    resolve(Response.json({ jwt: tokenOf(claims), user }))
    expect(await refreshing).toBe(false)
    expect(session.getState()).toMatchObject({ token: undefined, claims: undefined })
    await expect.poll(() => requests).toEqual(['refresh', 'sign-out', 'sign-out'])
    await expect.poll(() => session.getState().status).toBe('signedOut')
  })

  test('takes precedence over a refresh when the server received it first, and affects no later sign-in', async () => {
    const late = Promise.withResolvers<Response>()
    serverOf({ refresh: [() => late.promise], 'sign-out': [accepted] })
    signIn()
    const refreshing = refreshSession()
    await pass()
    await signOut()
    late.resolve(Response.json({ jwt: tokenOf(claims), user }))
    expect([await refreshing, session.getState().status]).toEqual([false, 'signedOut'])

    for (const respond of [() => Response.json({ jwt: tokenOf(claims), user }), unauthorized]) {
      const { promise, resolve } = Promise.withResolvers<Response>()
      serverOf({ refresh: [() => promise], 'sign-out': [accepted] })
      signIn()
      const second = refreshSession()
      await pass()
      await signOut()
      signIn('2')
      resolve(respond())
      expect(await second).toBe(true)
      expect(session.getState()).toMatchObject({ status: 'signedIn', claims: { sub: '2' } })
    }
  })

  test('is kept when the response to an earlier sign-out arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const requests = serverOf({ 'sign-out': [() => promise, away, accepted] })
    signIn()
    const first = signOut()
    await expect.poll(() => requests.length).toBe(1)
    signIn()
    await signOut()
    resolve(accepted())
    await first
    await startSession()
    await expect.poll(() => requests.length).toBe(3)
  })

  test.each([
    ['is sent again when the server could not handle it', [status(429), status(503), accepted], 3],
    ['is sent again when a page of the network responded', [page(200), page(403), accepted], 3],
    ['ends when there is no session any more', [status(401)], 1],
  ])('%s', async (_, answers, times) => {
    const requests = serverOf({ 'sign-out': answers })
    signIn()
    await signOut()
    for (let start = 0; start < 3; start++) {
      await startSession()
      await pass()
    }
    expect(requests).toHaveLength(times)
  })

  test('is sent with the next connection', async () => {
    const requests = serverOf({ 'sign-out': [away, accepted] })
    await startSession()
    signIn()
    await signOut()
    expect(requests).toEqual(['sign-out'])
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => requests.length).toBeGreaterThan(1)
  })

  test('is not sent when another tab signs in, even just before', async () => {
    const requests = serverOf({ 'sign-out': [away, accepted] })
    signIn()
    await signOut()
    window.dispatchEvent(new Event('online'))
    // Writes the state that the other tab stores, without a message to this tab.
    const before = session.getState()
    signIn()
    session.setState(before)
    await pass()
    expect(requests).toEqual(['sign-out'])
  })

  test('is sent immediately when a full disk cannot store it', async () => {
    const requests = serverOf({ 'sign-out': [accepted] })
    signIn()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await signOut()
    expect([requests, session.getState().status]).toEqual([['sign-out'], 'signedOut'])
  })
})

test.each([false, true])(
  'ends the session of a device that was signed out from elsewhere (blocked: %s) [AU04]',
  async (blocked) => {
    const owner = { userId: user.id, merchantId: '0193a000-0000-7000-8000-000000000009' }
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'core.signedOut', message: '', reference: '', details: { blocked } }, { status: 401 }),
    )
    applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [], merchantId: owner.merchantId } })
    // Also while the device works without a connection.
    session.setState({ status: 'offline' })
    expect(await refreshSession()).toBe(false)
    expect(session.getState().status).toBe('signedOut')
    expect(rememberedOwner()).toBeUndefined()
    expect(pendingRemovals()).toEqual([databaseName(owner)])
    expect(blockedAccount.getState()).toEqual(blocked ? { owner } : {})

    // The owner signs in again before the records were removed.
    applySignIn({
      jwt: tokenOf({ ...claims, sub: user.id }),
      user: { ...user, features: [], merchantId: owner.merchantId },
    })
    expect(pendingRemovals()).toEqual([])
    expect(blockedAccount.getState()).toEqual({})
    clearSession()
    localStorage.clear()
  },
)
