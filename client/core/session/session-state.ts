import { create } from 'zustand'
import type { User } from '#shared/auth/contract.ts'
import type { Claims } from './claims.ts'

const demoKey = 'assay.demo'

/**
 * The state of the session on the server.
 * - live: valid, or being checked · away: the server is unreachable · ended: there is no session
 *
 * In the last two states the user works with the data of the device. Changes are sent when the server is reachable
 * again, or after a sign-in.
 */
export type ServerSessionStatus = 'live' | 'away' | 'ended'

export type SessionState = {
  /** `starting` until the refresh cookie has been tried. */
  status: 'starting' | 'in' | 'out'
  serverSession: ServerSessionStatus
  token: string | undefined
  claims: Claims | undefined
  user: User | undefined
  /** A session of this tab has ended: a private URL then redirects to the landing page and not to the error page. */
  hasEnded: boolean
  /** Demo mode: every call carries the demo header and nothing can be saved. */
  demo: boolean
}

export const noUser = { token: undefined, claims: undefined, user: undefined }

/**
 * The session of the console's user. The access token is kept in memory only; scripts cannot read the refresh cookie.
 */
export const session = create<SessionState>()(() => ({
  ...noUser,
  status: 'starting',
  serverSession: 'live',
  hasEnded: false,
  demo: sessionStorage.getItem(demoKey) === 'on',
}))

export function enterDemo(): void {
  sessionStorage.setItem(demoKey, 'on')
  session.setState({ demo: true })
}

export function exitDemo(): void {
  sessionStorage.removeItem(demoKey)
  // A visitor without an account goes back to the landing page, and not to the error page.
  session.setState(({ status, hasEnded }) => ({ demo: false, hasEnded: hasEnded || status === 'out' }))
}
