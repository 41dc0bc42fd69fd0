import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendAuthorized } from '#client/core/http/authorized-fetch.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { claims, setUpSession, signIn, tokenOf, unauthorized, user } from './session.fixture.ts'
import { followOtherTabs } from './session.ts'
import { onSessionEnded } from './session-effects.ts'
import { session } from './session-state.ts'

setUpSession()

describe('another tab [AU06]', () => {
  test('signs this tab out too when it signs out, and stops calls in the name of the former user', async () => {
    const requests: (string | undefined)[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      requests.push(headers.authorization)
      return unauthorized()
    })
    const explain = vi.fn()
    onSessionEnded(explain)
    signIn('1')
    localStorage.removeItem('assay.identity')
    await sendAuthorized({ method: 'POST', url: '/api/sku', headers: {} })
    expect([requests, session.getState().status, explain.mock.calls]).toEqual([
      [undefined],
      'signedOut',
      [['elsewhere']],
    ])
  })

  test('makes this tab refresh when another user signs in there', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${signedInCookie}=1`
    onTestFinished(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = `${signedInCookie}=; max-age=0`
    })
    vi.stubGlobal('fetch', async () => Response.json({ jwt: tokenOf({ ...claims, sub: '2' }), user }))
    signIn('1')
    localStorage.setItem('assay.identity', JSON.stringify({ claims: { ...claims, sub: '2' }, user }))
    followOtherTabs()
    expect(session.getState()).toMatchObject({ status: 'signedOut', token: undefined })
    await vi.waitFor(() => expect(session.getState()).toMatchObject({ status: 'signedIn', claims: { sub: '2' } }))
  })
})
