import { afterEach, expect, test, vi } from 'vitest'
import { readClaims } from './claims.ts'
import { send } from './http.ts'
import { Unreachable } from './plain-send.ts'
import { refreshSession, session, signedIn, whenEnded } from './session.ts'

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

test('AU06 the token carries e-mail, isAdmin, merchant and emailConfirmed', () => {
  expect(readClaims(tokenOf(claims))).toEqual(claims)
})

test('AU06 a token that cannot be decoded signs out', () => {
  signedIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  expect(session.getState().status).toBe('in')
  signedIn({ jwt: 'not-a-token', user: { ...user, features: [] } })
  expect(session.getState()).toMatchObject({ status: 'out', token: undefined, claims: undefined })
})

const refused = () => new Response('{"error":"core.signIn"}', { status: 401 })

test('SH11 a session that the server no longer renews is over and says so once, whoever asked first', async () => {
  const explain = vi.fn()
  whenEnded(explain)
  signedIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  vi.stubGlobal('fetch', async () => refused())
  const read = () => send({ method: 'GET', url: '/api/sku', headers: {} })
  const [kept, answer] = await Promise.all([refreshSession(), read()])
  expect([kept, answer.status, session.getState().status]).toEqual([false, 401, 'out'])
  expect((await read()).status).toBe(401)
  expect(explain).toHaveBeenCalledTimes(1)
})

test('SH11 a session that nobody answers for goes on', async () => {
  const explain = vi.fn()
  whenEnded(explain)
  signedIn({ jwt: tokenOf(claims), user: { ...user, features: [] } })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('refresh')) throw new TypeError('Failed to fetch')
    return refused()
  })
  await expect(send({ method: 'GET', url: '/api/sku', headers: {} })).rejects.toThrow(Unreachable)
  expect(session.getState().status).toBe('in')
  expect(explain).not.toHaveBeenCalled()
})
