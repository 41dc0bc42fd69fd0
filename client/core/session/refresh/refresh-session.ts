import { ApiError } from '#client/core/http/api.ts'
import { decodeClaims } from '#client/core/session/claims.ts'
import { dispatch, lastSignOut, sendSignOut, setRefreshTimer, signOut } from '#client/core/session/session-effects.ts'
import { hasSession, hasUser, type RememberedUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { pendingSignOut } from '#client/core/session/session-storage.ts'
import type { Session } from '#shared/auth/contract.ts'
import { crossSiteProblemCode, signedInCookie, signedOutProblemCode } from '#shared/core/api/session.ts'
import { createRefreshThrottle, lifetimeOf, refreshDelay } from './refresh-schedule.ts'
import { createTokenClock } from './token-clock.ts'

export const loadRestoreSession = () => import('#client/core/session/restore-session.ts')
export const hasCookie = () => document.cookie.includes(`${signedInCookie}=`)

const refreshThrottle = createRefreshThrottle(
  () => performance.now(),
  () => Math.random(),
)
const tokenClock = createTokenClock(() => performance.now())
let refreshing: Promise<boolean> | undefined

/** Applies the response of a sign-in or a registration. A token that cannot be decoded signs out. */
export function applySignIn(response: Session): void {
  applyToken('signedIn', response, performance.now())
}

/** @param askedAt when the call was sent, in the time of `performance.now`: the token is at most this old */
function applyToken(type: 'signedIn' | 'refreshed', { jwt, user }: Session, askedAt: number): void {
  const claims = decodeClaims(jwt)
  if (!claims) return void signOut()
  dispatch({ type, token: jwt, claims, user })
  tokenClock.start(jwt, lifetimeOf(claims), askedAt)
  scheduleRefresh(refreshDelay(tokenClock.untilRefresh(jwt)))
}

function scheduleRefresh(ms: number): void {
  const due = performance.now() + ms
  setRefreshTimer(ms, () => {
    tokenClock.observe(performance.now() - due)
    return refreshSession()
  })
}

/** Measures how long a call takes, see `createTokenClock`. */
export async function measured<T>(call: () => Promise<T>): Promise<T> {
  const askedAt = performance.now()
  const answer = await call()
  tokenClock.observe(performance.now() - askedAt)
  return answer
}

/**
 * Refreshes the token and returns whether the session is live. Concurrent callers share one refresh, and the rate is
 * limited for all callers together.
 */
export function refreshSession(): Promise<boolean> {
  const wait = refreshThrottle.wait()
  if (!refreshing && wait > 0) {
    scheduleRefresh(wait)
    return Promise.resolve(false)
  }
  refreshing ??= withRefreshLock(refreshToken).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/**
 * Does the same for a call that was rejected with this token. Returns true without a refresh when another call or tab
 * has fetched a newer token.
 */
export async function ensureNewerToken(token: string | undefined): Promise<boolean> {
  if (isLive() && session.getState().token !== token) return true
  return refreshIfPossible()
}

/** Without a cookie there is no session to refresh. An ended session needs a sign-in, in this tab or another. */
const canRefresh = () => session.getState().status !== 'ended' || hasCookie()

export const refreshIfPossible = async (): Promise<boolean> => canRefresh() && refreshSession()

/**
 * Gives the signed-in user a token with which a call reaches the server in time: all calls wait for the same refresh if there is
 * none, since a call without it would only be rejected. Returns false if there is still none.
 */
export async function ensureToken(): Promise<boolean> {
  if (!hasUser(session.getState())) return true
  const { token } = session.getState()
  if (token && tokenClock.isUsable(token)) {
    // The timer is late, for example in a hidden tab.
    if (tokenClock.untilRefresh(token) <= 0 && canRefresh()) void refreshSession()
    return true
  }
  return refreshIfPossible()
}

async function refreshToken(): Promise<boolean> {
  const before = lastSignOut()
  refreshThrottle.asked()
  try {
    const { refreshOnServer } = await loadRestoreSession()
    const askedAt = performance.now()
    const response = await measured(refreshOnServer)
    refreshThrottle.responded()
    // A sign-out during the refresh, in this tab or another, takes precedence, and so does a later sign-in.
    if (pendingSignOut() || lastSignOut() !== before) {
      if (pendingSignOut()) dispatch({ type: 'signOutFound' })
      void sendSignOut()
    } else applyToken('refreshed', response, askedAt)
  } catch (error) {
    if (!isRefusal(error)) return handleNoResponse(error)
    refreshThrottle.responded()
    // After a sign-out meanwhile, the rejected session may be the previous one.
    if (lastSignOut() === before) handleRefusal(error)
  }
  return isLive()
}

/** The server has decided about the session. Any other error leaves it valid. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === crossSiteProblemCode) return false
  return error.status < 500 && error.status !== 429
}

function handleRefusal({ code, details }: ApiError): void {
  if (code === signedOutProblemCode) dispatch({ type: 'deviceSignedOut', isBlocked: details.blocked === true })
  else dispatch({ type: 'refused' })
}

/** The server is unreachable, so work continues, at a start as the remembered user. */
async function handleNoResponse(error: unknown): Promise<false> {
  const type = hasCookie() || session.getState().token ? 'networkLost' : 'cookieMissing'
  const known = isUnknown() ? await findRememberedUser() : undefined
  if (isUnknown() && !known) dispatch({ type: 'nobodyFound' })
  else dispatch({ type, known })
  const pause = refreshThrottle.failed(error instanceof ApiError ? error.retryAfter : undefined)
  if (hasUser(session.getState()) && canRefresh()) scheduleRefresh(pause)
  return false
}

export const isUnknown = () => session.getState().status === 'unknown'
const isLive = () => hasSession(session.getState()) && session.getState().token !== undefined

/**
 * The user as whom a start can continue without a response of the server. With an ended session, only users with data on this
 * device can continue.
 */
export async function findRememberedUser(): Promise<RememberedUser | undefined> {
  const known = await loadRestoreSession()
    .then(({ parseRememberedUser }) => parseRememberedUser())
    .catch(() => undefined)
  return known && (hasCookie() || known.user.merchantId) ? known : undefined
}

/**
 * The server treats the same refresh cookie from two tabs as token theft and ends the token family, so refreshes are
 * serialized.
 */
function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('assay-refresh', work) as Promise<T>) : work()
}
