import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { privateFileUrl } from '#client/core/files/download.ts'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { decodeClaims } from './claims.ts'
import {
  applySignIn,
  clearSession,
  followOtherTabs,
  onSessionEnded,
  refreshSession,
  session,
  signOut,
  startSession,
} from './session.ts'

const realNow = performance.now.bind(performance)
let later = 0
beforeEach(() => {
  // Each test starts a new minute, so that the refresh limit, which is tested elsewhere, does not apply.
  later += 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
})
afterEach(() => vi.unstubAllGlobals())

const tokenOf = (claims: object) => {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  return `x.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.y`
}
const claims = {
  sub: '1',
  email: 'ада@example.com',
  role: 'merchant',
  isAdmin: false,
  merchant: 'ada',
  emailConfirmed: true,
  iat: Math.round(Date.now() / 1000),
  exp: Math.round(Date.now() / 1000) + 600,
}
const user = {
  id: '00000000-0000-4000-8000-000000000000',
  username: 'ada',
  email: claims.email,
  confirmed: true,
  hasPassword: true,
  language: 'enUS',
  role: { type: 'merchant', description: null, merchant_code: 'ada' },
  features: [],
  merchantId: null,
} as const

test('AU06 reads e-mail, isAdmin, merchant and emailConfirmed from the token', () => {
  expect(decodeClaims(tokenOf(claims))).toEqual(claims)
})

test('AU06 signs out when a token cannot be decoded', async () => {
  const told = vi.fn(async () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('fetch', told)
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  expect(session.getState().status).toBe('in')
  applySignIn({ jwt: 'not-a-token', user: { ...user, features: [] } })
  expect(session.getState()).toMatchObject({ status: 'out', token: undefined, claims: undefined })
  await expect.poll(() => told.mock.calls.length).toBe(1)
})

test('AU06 signs out on the server with the next connection after a sign-out without one', async () => {
  const asked: string[] = []
  let away = true
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (away) throw new TypeError('Failed to fetch')
    return new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
  })
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  await signOut()
  expect(session.getState().status).toBe('out')
  expect(asked).toEqual(['/api/auth/sign-out'])
  away = false
  await startSession()
  await expect.poll(() => asked).toHaveLength(2)
  await startSession()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toEqual(['/api/auth/sign-out', '/api/auth/sign-out'])

  // A user who signs in meanwhile has a new session, which the sign-out must not end.
  away = true
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  await signOut()
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  away = false
  const before = asked.length
  clearSession()
  await startSession()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toHaveLength(before)
})

describe('AU06 a sign-out that the server has not received yet', () => {
  /** Responses of the server by route, in turn; the last one repeats. */
  function serverOf(answers: Record<string, (() => Response | Promise<Response>)[]>) {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      const route = url.split('/').at(-1)!
      asked.push(route)
      const list = answers[route]!
      return (list.length > 1 ? list.shift()! : list[0]!)()
    })
    return asked
  }
  const status = (code: number) => () => Response.json({ error: 'core.x', message: '', details: {} }, { status: code })
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  const told = () => Response.json({ ok: true })
  const come = () => applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  const pass = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('takes precedence over a refresh in progress, and is sent after it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const asked = serverOf({ refresh: [() => promise], 'sign-out': [away, told] })
    come()
    const refreshing = refreshSession()
    await expect.poll(() => asked).toEqual(['refresh'])
    await signOut()
    resolve(Response.json({ jwt: tokenOf(claims), user }))
    expect(await refreshing).toBe(false)
    expect(session.getState()).toMatchObject({ status: 'out', token: undefined })
    await expect.poll(() => asked).toEqual(['refresh', 'sign-out', 'sign-out'])
  })

  test('takes precedence over such a refresh when the server received it first, and does not affect a later sign-in', async () => {
    const late = Promise.withResolvers<Response>()
    serverOf({ refresh: [() => late.promise], 'sign-out': [told] })
    come()
    const refreshing = refreshSession()
    await pass()
    await signOut()
    late.resolve(Response.json({ jwt: tokenOf(claims), user }))
    expect([await refreshing, session.getState().status]).toEqual([false, 'out'])

    for (const respond of [() => Response.json({ jwt: tokenOf(claims), user }), unauthorized]) {
      const { promise, resolve } = Promise.withResolvers<Response>()
      serverOf({ refresh: [() => promise], 'sign-out': [told] })
      come()
      const second = refreshSession()
      await pass()
      await signOut()
      applySignIn({ jwt: tokenOf({ ...claims, sub: '2' }), user: { ...user, features: [] } })
      resolve(respond())
      expect(await second).toBe(true)
      expect(session.getState()).toMatchObject({ status: 'in', claims: { sub: '2' } })
    }
  })

  test('is kept when the response to an earlier sign-out arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const asked = serverOf({ 'sign-out': [() => promise, away, told] })
    come()
    const first = signOut()
    await expect.poll(() => asked.length).toBe(1)
    come()
    await signOut()
    resolve(told())
    await first
    await startSession()
    await expect.poll(() => asked.length).toBe(3)
  })

  test.each([
    ['is told again where the server could not take it', [status(429), status(503), told], 3],
    ['is over where there is no session any more', [status(401)], 1],
  ])('%s', async (_, answers, times) => {
    const asked = serverOf({ 'sign-out': answers })
    come()
    await signOut()
    for (let start = 0; start < 3; start++) {
      await startSession()
      await pass()
    }
    expect(asked).toHaveLength(times)
  })

  test('is sent with the next connection', async () => {
    const asked = serverOf({ 'sign-out': [away, told] })
    await startSession()
    come()
    await signOut()
    expect(asked).toEqual(['sign-out'])
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => asked.length).toBeGreaterThan(1)
  })

  test('is not sent when another tab signs in, even just before', async () => {
    const asked = serverOf({ 'sign-out': [away, told] })
    come()
    await signOut()
    window.dispatchEvent(new Event('online'))
    // Writes the state that the other tab stores, without a message to this tab.
    const before = session.getState()
    come()
    session.setState(before)
    await pass()
    expect(asked).toEqual(['sign-out'])
  })

  test('is sent immediately when a full disk cannot store it', async () => {
    const asked = serverOf({ 'sign-out': [told] })
    come()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await signOut()
    expect([asked, session.getState().status]).toEqual([['sign-out'], 'out'])
  })
})

const unauthorized = () => new Response('{"error":"core.signIn"}', { status: 401 })

test('SH11 ends a session that the server no longer refreshes, with one message', async () => {
  const explain = vi.fn()
  onSessionEnded(explain)
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  vi.stubGlobal('fetch', async () => unauthorized())
  const read = () => sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })
  const [kept, answer] = await Promise.all([refreshSession(), read()])
  expect([kept, answer.status, session.getState().status]).toEqual([false, 401, 'out'])
  expect((await read()).status).toBe(401)
  expect(explain).toHaveBeenCalledTimes(1)
})

test('SH11 keeps a session when the server does not respond', async () => {
  const explain = vi.fn()
  onSessionEnded(explain)
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('refresh')) throw new TypeError('Failed to fetch')
    return unauthorized()
  })
  await expect(sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })).rejects.toThrow(NetworkError)
  expect(session.getState().status).toBe('in')
  expect(explain).not.toHaveBeenCalled()
})

describe('OF01 a start on a network without responses', () => {
  /** A device with a remembered user, and a server whose first response is given by the test. */
  function start({ known = true } = {}) {
    if (known) applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
    else clearSession()
    session.setState({ status: 'starting', token: undefined, claims: undefined, user: undefined })
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${signedInCookie}=1`
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${signedInCookie}=; max-age=0`
    })
    const { promise, resolve } = Promise.withResolvers<Response>()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return (await promise).clone()
    })
    return { respond: resolve, started: startSession(), asked }
  }
  const fresh = () => Response.json({ jwt: tokenOf(claims), user })

  test('continues as the last user, and uses the token when it arrives, for calls and files that wait for it', async () => {
    const { respond, started, asked } = start()
    await vi.advanceTimersByTimeAsync(499)
    expect(session.getState().status).toBe('starting')
    await vi.advanceTimersByTimeAsync(1)
    await started
    expect(session.getState()).toMatchObject({ status: 'in', token: undefined, user: { username: 'ada' } })
    URL.createObjectURL = () => 'blob:picture'
    const call = sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })
    const picture = privateFileUrl({ hash: 'a', ext: '.png' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual(['/api/auth/refresh'])
    respond(fresh())
    await call
    expect(await picture).toBe('blob:picture')
    expect(session.getState().token).toBeDefined()
    expect(asked).toEqual(['/api/auth/refresh', '/api/sku', '/api/files/a.png'])
  })

  test('ends with a message when the server then rejects the session', async () => {
    const explain = vi.fn()
    onSessionEnded(explain)
    const { respond, started } = start()
    await vi.advanceTimersByTimeAsync(500)
    await started
    respond(unauthorized())
    await vi.waitFor(() => expect(session.getState().status).toBe('out'))
    expect(explain).toHaveBeenCalledTimes(1)
  })

  test('waits when the device has no remembered user', async () => {
    const { respond, started } = start({ known: false })
    await vi.advanceTimersByTimeAsync(5000)
    expect(session.getState().status).toBe('starting')
    respond(unauthorized())
    await started
    expect(session.getState().status).toBe('out')
  })
})

test('keeps the session when a call is rejected as cross-site', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error: 'core.crossSite', message: 'Refused', reference: 'r', details: {} },
      { status: 403, headers: { 'content-type': 'application/json' } },
    ),
  )
  applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  expect((await sendAuthorized({ method: 'GET', url: '/api/user/me', headers: {} })).status).toBe(403)
  await refreshSession()
  expect(session.getState().status).toBe('in')
})

describe('AU06 the rate of session refreshes', () => {
  const known = () => applySignIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  /** Counts the refreshes; the server gives this response to each. */
  function serverOf(respond: () => Response) {
    let asked = 0
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.endsWith('/auth/refresh')) return unauthorized()
      asked++
      return respond()
    })
    return () => asked
  }
  const read = () => sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })

  test.each([-26 * 86_400, 1200, 365 * 86_400])('does not depend on a clock that is off by %i s', async (seconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + seconds * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const asked = serverOf(() => Response.json({ jwt: tokenOf(claims), user }))
    known()
    await vi.advanceTimersByTimeAsync(539_000)
    expect(asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(asked()).toBe(1))
  })

  test('is one for a call that is rejected again with the new token, and ends the session', async () => {
    const explain = vi.fn()
    onSessionEnded(explain)
    const asked = serverOf(() => Response.json({ jwt: tokenOf({ ...claims, email: 'new' }), user }))
    known()
    expect((await read()).status).toBe(401)
    expect([asked(), session.getState().status, explain.mock.calls]).toEqual([1, 'out', [['expired']]])
    await read()
    expect(asked()).toBe(1)
  })

  test('is at most ten a minute for any callers, and respects Retry-After', async () => {
    const patient = { status: 429, headers: { 'retry-after': '50' } }
    const asked = serverOf(() => Response.json({}, patient))
    known()
    for (let time = 0; time < 5; time++) await expect(read()).rejects.toThrow(NetworkError)
    expect([asked(), session.getState().status]).toEqual([1, 'in'])
    later += 50_000
    await expect(read()).rejects.toThrow(NetworkError)
    expect(asked()).toBe(2)

    later += 120_000
    const often = serverOf(() => Response.json({ jwt: tokenOf(claims), user }))
    for (let time = 0; time < 30; time++) await refreshSession()
    expect(often()).toBe(10)
  })
})

describe('OF01 a user whose session ended without a sign-out', () => {
  const person = { ...user, merchantId: user.id, features: [] }
  function closed(by: 'signOut' | 'browser') {
    vi.stubGlobal('fetch', async () => Response.json({ ok: true }))
    applySignIn({ jwt: tokenOf(claims), user: person })
    if (by === 'signOut') clearSession()
    session.setState({ status: 'starting', standing: 'live', token: undefined, claims: undefined, user: undefined })
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
  }

  test('works with local data, without a token, when the server is unreachable', async () => {
    closed('browser')
    await startSession()
    expect(session.getState()).toMatchObject({ status: 'in', standing: 'ended', token: undefined, user: person })
  })

  test('stays signed in locally when the server then reports the end of the session, and sends no more refreshes', async () => {
    closed('browser')
    await startSession()
    let asked = 0
    vi.stubGlobal('fetch', async () => {
      asked++
      return unauthorized()
    })
    window.dispatchEvent(new Event('online'))
    expect((await sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })).status).toBe(401)
    expect([asked, session.getState().status]).toEqual([1, 'in'])
  })

  test('shows the sign-in page when a server responds, and keeps the remembered user', async () => {
    closed('browser')
    vi.stubGlobal('fetch', async () => unauthorized())
    await startSession()
    expect([session.getState().status, localStorage.getItem('assay.identity') !== null]).toEqual(['out', true])
  })

  test('has no remembered user after a sign-out', async () => {
    closed('signOut')
    await startSession()
    expect(session.getState()).toMatchObject({ status: 'out', user: undefined })
  })
})

describe('AU06 another tab', () => {
  const come = (sub: string) => applySignIn({ jwt: tokenOf({ ...claims, sub }), user: { ...user, features: [] } })

  test('signs this tab out too when it signs out, and stops calls in the name of the former user', async () => {
    const asked: (string | undefined)[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(headers.authorization)
      return unauthorized()
    })
    const explain = vi.fn()
    onSessionEnded(explain)
    come('1')
    localStorage.removeItem('assay.identity')
    await sendAuthorized({ method: 'POST', url: '/api/sku', headers: {} })
    expect([asked, session.getState().status, explain.mock.calls]).toEqual([[undefined], 'out', [['elsewhere']]])
  })

  test('makes this tab refresh when another user signs in there', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${signedInCookie}=1`
    onTestFinished(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${signedInCookie}=; max-age=0`
    })
    vi.stubGlobal('fetch', async () => Response.json({ jwt: tokenOf({ ...claims, sub: '2' }), user }))
    come('1')
    localStorage.setItem('assay.identity', JSON.stringify({ claims: { ...claims, sub: '2' }, user }))
    followOtherTabs()
    expect(session.getState()).toMatchObject({ status: 'out', token: undefined })
    await vi.waitFor(() => expect(session.getState()).toMatchObject({ status: 'in', claims: { sub: '2' } }))
  })
})
