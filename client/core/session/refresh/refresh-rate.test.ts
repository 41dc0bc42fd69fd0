import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { refreshSession } from '#client/core/session/refresh/refresh-session.ts'
import {
  advanceTime,
  claims,
  setUpSession,
  signIn,
  tokenOf,
  unauthorized,
  user,
} from '#client/core/session/session.fixture.ts'
import { onSessionEnded } from '#client/core/session/session-effects.ts'
import { session } from '#client/core/session/session-state.ts'

setUpSession()

describe('the rate of session refreshes [AU06]', () => {
  /** Counts the refreshes; the server gives this response to each. */
  function serverOf(respond: () => Response) {
    let requests = 0
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.endsWith('/auth/refresh')) return unauthorized()
      requests++
      return respond()
    })
    return () => requests
  }
  const read = () => sendAuthorized({ method: 'GET', url: '/api/sku', headers: {} })

  test.each([-26 * 86_400, 1200, 365 * 86_400])('does not depend on a clock that is off by %i s', async (seconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + seconds * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const requests = serverOf(() => Response.json({ jwt: tokenOf(claims), user }))
    signIn()
    await vi.advanceTimersByTimeAsync(539_000)
    expect(requests()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(requests()).toBe(1))
  })

  test('is one for a call that is rejected again with the new token, and ends the session', async () => {
    const explain = vi.fn()
    onSessionEnded(explain)
    const requests = serverOf(() => Response.json({ jwt: tokenOf({ ...claims, email: 'new' }), user }))
    signIn()
    expect((await read()).status).toBe(401)
    expect([requests(), session.getState().status, explain.mock.calls]).toEqual([1, 'signedOut', [['expired']]])
    await read()
    expect(requests()).toBe(1)
  })

  test('is at most ten a minute for any callers, and respects Retry-After', async () => {
    const patient = { status: 429, headers: { 'retry-after': '50' } }
    const requests = serverOf(() => Response.json({}, patient))
    signIn()
    for (let time = 0; time < 5; time++) await expect(read()).rejects.toThrow(NetworkError)
    expect([requests(), session.getState().status]).toEqual([1, 'offline'])
    advanceTime(50_000)
    await expect(read()).rejects.toThrow(NetworkError)
    expect(requests()).toBe(2)

    advanceTime(120_000)
    const often = serverOf(() => Response.json({ jwt: tokenOf(claims), user }))
    for (let time = 0; time < 30; time++) await refreshSession()
    expect(often()).toBe(10)
  })
})
