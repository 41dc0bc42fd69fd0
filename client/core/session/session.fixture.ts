import { afterEach, beforeEach, vi } from 'vitest'
import { applySignIn } from './refresh/refresh-session.ts'
import { initialSession } from './session-machine.ts'
import { session } from './session-state.ts'
import { forgetRememberedUser } from './session-storage.ts'

const realNow = performance.now.bind(performance)
let passed = 0

/** Moves the clock of the refresh limit forward. */
export function advanceTime(ms: number): void {
  passed += ms
}

/** Starts a new minute before each test, so that the refreshes of the tests before do not count for the refresh limit. */
export function setUpSession(): void {
  beforeEach(() => {
    advanceTime(60_000)
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed)
  })
  afterEach(() => vi.unstubAllGlobals())
}

export const tokenOf = (claims: object) => {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  return `x.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}.y`
}
export const claims = {
  sub: '1',
  email: 'ада@example.com',
  role: 'merchant',
  isAdmin: false,
  merchant: 'ada',
  emailConfirmed: true,
  iat: Math.round(Date.now() / 1000),
  exp: Math.round(Date.now() / 1000) + 600,
}
export const user = {
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

export const signIn = (sub = claims.sub) =>
  applySignIn({ jwt: tokenOf({ ...claims, sub }), user: { ...user, features: [] } })

/** A browser that was closed and opened again. */
export const restartBrowser = () => session.setState(initialSession)

/** A device on which nobody is remembered. */
export function clearSession(): void {
  forgetRememberedUser()
  session.setState({ ...initialSession, status: 'signedOut' })
}

export const unauthorized = () =>
  Response.json({ error: 'core.signIn', message: '', reference: '', details: {} }, { status: 401 })
