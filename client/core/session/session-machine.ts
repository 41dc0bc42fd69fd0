import { leadsTo } from '#client/core/leads-to.ts'
import type { User } from '#shared/auth/contract.ts'
import type { Claims } from './claims.ts'

/**
 * - unknown: the start has not found out yet whether there is a session
 * - signedIn: the session is valid, or being checked
 * - offline: the server cannot be reached; the user works with the data of the device
 * - ended: the same without a session, so that changes are sent after the next sign-in
 * - signingOut: nobody is signed in, and the server does not know about the sign-out yet
 * - signedOut: nobody is signed in
 */
export type SessionStatus = 'unknown' | 'signedIn' | 'offline' | 'ended' | 'signingOut' | 'signedOut'

export type SessionState = {
  status: SessionStatus
  /** Absent in a session until its first refresh. Kept in memory only; scripts cannot read the refresh cookie. */
  token: string | undefined
  claims: Claims | undefined
  user: User | undefined
  /** The user is stored for all tabs. False when the device had no space. */
  isStored: boolean
  /** A session of this tab has ended: a private URL then redirects to the landing page and not to the error page. */
  hasEnded: boolean
  /** Why the user of this tab was signed out without asking for it. */
  endReason: SessionEndReason | undefined
  /** The last sign-out of this tab, if a full disk could not store it. It is sent immediately or never. */
  unstoredSignOut: string | undefined
  /** Demo mode: every call carries the demo header and nothing can be saved. */
  demo: boolean
}
export type SessionEndReason = 'expired' | 'elsewhere'

/**
 * The last signed-in user of this device: enough to open the app without a connection, but no credential for the
 * server. Kept when the session ends; deleted by a sign-out or the sign-in of another user.
 */
export type RememberedUser = { claims: Claims; user: User }

export type SessionEvent =
  /** A start continues as the remembered user while the server is asked. */
  | { type: 'restored'; known: RememberedUser }
  /** The server cannot be reached. `known` is the user with whom a start continues. */
  | { type: 'networkLost' | 'cookieMissing'; known: RememberedUser | undefined }
  /** A sign-in or registration brought a token, or a refresh. */
  | { type: 'signedIn' | 'refreshed'; token: string; claims: Claims; user: User }
  /** The server reports that another device signed out this one, or that the account is blocked. */
  | { type: 'deviceSignedOut'; isBlocked: boolean }
  | { type: 'signOutAsked'; signOutId: string }
  | { type: 'nobodyFound' | 'refused' | 'denied' | 'endedElsewhere' }
  | { type: 'signOutFound' | 'signedOut' | 'signInAsked' | 'offlineAsked' }

const working = ['signedIn', 'offline', 'ended'] as const
const allButSigningOut = ['unknown', ...working, 'signedOut'] as const
const to = leadsTo<SessionStatus>

/**
 * For each event, the states that it leads to another state. In all other states it changes nothing: for example, the response
 * to a refresh does not undo a sign-out. `docs/architecture.md` says what each event means; a test compares its table with
 * this one.
 */
export const sessionTransitions: Record<SessionEvent['type'], ReturnType<typeof to>> = {
  restored: to('signedIn', 'unknown'),
  nobodyFound: to('signedOut', 'unknown'),
  signedIn: to('signedIn', ...allButSigningOut, 'signingOut'),
  refreshed: to('signedIn', ...allButSigningOut),
  networkLost: to('offline', 'unknown', 'signedIn', 'ended'),
  // The network is lost, and there is no session either.
  cookieMissing: to('ended', 'unknown', 'signedIn', 'offline'),
  // The server does not refresh the session any more. Who works without a connection continues.
  refused: { unknown: 'signedOut', signedIn: 'signedOut', offline: 'ended' },
  // The server denies a call with its newest token.
  denied: to('signedOut', ...working),
  // Another tab has signed out, or signed another user in.
  endedElsewhere: to('signedOut', ...working),
  deviceSignedOut: to('signedOut', ...allButSigningOut),
  signOutAsked: to('signingOut', ...allButSigningOut, 'signingOut'),
  // The user signed out in another tab or before this start, and the server does not know about it yet.
  signOutFound: to('signingOut', ...allButSigningOut),
  signedOut: to('signedOut', 'signingOut'),
  signInAsked: to('signedOut', 'ended'),
  offlineAsked: to('unknown', 'signedOut'),
}

const endReasons: Partial<Record<SessionEvent['type'], SessionEndReason>> = {
  refused: 'expired',
  denied: 'expired',
  endedElsewhere: 'elsewhere',
  deviceSignedOut: 'elsewhere',
}

/** Whether a user works in this tab, with or without a session. */
export const hasUser = ({ status }: Pick<SessionState, 'status'>): boolean =>
  (working as readonly SessionStatus[]).includes(status)

/** Whether the user has a session, as far as this device knows. */
export const hasSession = ({ status }: SessionState): boolean => status === 'signedIn' || status === 'offline'

const noUser = { token: undefined, claims: undefined, user: undefined, isStored: false }

export const initialSession: SessionState = {
  ...noUser,
  status: 'unknown',
  hasEnded: false,
  endReason: undefined,
  unstoredSignOut: undefined,
  demo: false,
}

/** The session after an event. Returns the same object when the event is not listed for the state. */
export function nextSession(session: SessionState, event: SessionEvent): SessionState {
  const status = sessionTransitions[event.type][session.status]
  if (!status) return session
  const leaves = hasUser(session) && !hasUser({ status })
  return {
    ...session,
    ...(hasUser({ status }) ? userAfter(session, event) : noUser),
    ...(status === 'ended' && { token: undefined }),
    status,
    hasEnded: session.hasEnded || leaves,
    endReason: leaves ? endReasons[event.type] : undefined,
  }
}

function userAfter({ status }: SessionState, event: SessionEvent): Partial<SessionState> {
  if ('token' in event) return { token: event.token, claims: event.claims, user: event.user }
  return status === 'unknown' && 'known' in event ? { ...event.known, isStored: true } : {}
}
