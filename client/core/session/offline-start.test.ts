import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { privateFileUrl } from '#client/core/files/download.ts'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { applySignIn } from './refresh/refresh-session.ts'
import {
  claims,
  clearSession,
  restartBrowser,
  setUpSession,
  signIn,
  tokenOf,
  unauthorized,
  user,
} from './session.fixture.ts'
import { startSession } from './session.ts'
import { onSessionEnded } from './session-effects.ts'
import { session } from './session-state.ts'

setUpSession()

describe('a start on a network without responses [OF01]', () => {
  /** A device with a remembered user, and a server whose first response is given by the test. */
  function start({ known = true } = {}) {
    if (known) signIn()
    else clearSession()
    restartBrowser()
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${signedInCookie}=1`
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${signedInCookie}=; max-age=0`
    })
    const { promise, resolve } = Promise.withResolvers<Response>()
    const requests: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url)
      return (await promise).clone()
    })
    return { respond: resolve, started: startSession(), requests }
  }
  const fresh = () => Response.json({ jwt: tokenOf(claims), user })

  test('continues as the last user, and uses the token when it arrives, for calls and files that wait for it', async () => {
    const { respond, started, requests } = start()
    await vi.advanceTimersByTimeAsync(499)
    expect(session.getState().status).toBe('unknown')
    await vi.advanceTimersByTimeAsync(1)
    await started
    expect(session.getState()).toMatchObject({ status: 'signedIn', token: undefined, user: { username: 'ada' } })
    URL.createObjectURL = () => 'blob:picture'
    const call = sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })
    const picture = privateFileUrl({ hash: 'a', ext: '.png' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(requests).toEqual(['/api/auth/refresh'])
    respond(fresh())
    await call
    expect(await picture).toBe('blob:picture')
    expect(session.getState().token).toBeDefined()
    expect(requests).toEqual(['/api/auth/refresh', '/api/sku', '/api/files/a.png'])
  })

  test('ends with a message when the server then rejects the session', async () => {
    const explain = vi.fn()
    onSessionEnded(explain)
    const { respond, started } = start()
    await vi.advanceTimersByTimeAsync(500)
    await started
    respond(unauthorized())
    await vi.waitFor(() => expect(session.getState().status).toBe('signedOut'))
    expect(explain).toHaveBeenCalledTimes(1)
  })

  test('waits when the device has no remembered user', async () => {
    const { respond, started } = start({ known: false })
    await vi.advanceTimersByTimeAsync(5000)
    expect(session.getState().status).toBe('unknown')
    respond(unauthorized())
    await started
    expect(session.getState().status).toBe('signedOut')
  })
})

describe('a user whose session ended without a sign-out [OF01]', () => {
  const person = { ...user, merchantId: user.id, features: [] }
  function closed(by: 'signOut' | 'browser') {
    vi.stubGlobal('fetch', async () => Response.json({ ok: true }))
    applySignIn({ jwt: tokenOf(claims), user: person })
    if (by === 'signOut') clearSession()
    restartBrowser()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
  }

  test('works with local data, without a token, when the server is unreachable', async () => {
    closed('browser')
    await startSession()
    expect(session.getState()).toMatchObject({ status: 'ended', token: undefined, user: person })
  })

  test('stays signed in locally when the server ends the session, and stops the refreshes', async () => {
    closed('browser')
    await startSession()
    let requests = 0
    vi.stubGlobal('fetch', async () => {
      requests++
      return unauthorized()
    })
    window.dispatchEvent(new Event('online'))
    expect((await sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })).status).toBe(401)
    expect([requests, session.getState().status]).toEqual([1, 'ended'])
  })

  test('shows the sign-in page when a server responds, and keeps the remembered user', async () => {
    closed('browser')
    vi.stubGlobal('fetch', async () => unauthorized())
    await startSession()
    expect([session.getState().status, localStorage.getItem('assay.identity') !== null]).toEqual(['signedOut', true])
  })

  test('has no remembered user after a sign-out', async () => {
    closed('signOut')
    await startSession()
    expect(session.getState()).toMatchObject({ status: 'signedOut', user: undefined })
  })
})
