import { withTimeout } from '#client/core/async/with-timeout.ts'
import { ApiError } from '#client/core/http/api.ts'
import { blockedAccount, forgetBlockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { pendingRemovals } from '#client/core/offline/removal/pending-removals.ts'
import type { Session } from '#shared/auth/contract.ts'
import { crossSiteProblemCode, signedInCookie, signedOutProblemCode } from '#shared/core/api/session.ts'
import { decodeClaims } from './claims.ts'
import {
  clearRefreshTimer,
  clearSession,
  endSession,
  isStillCurrentUser,
  setRefreshTimer,
  setTabUser,
} from './end-session.ts'
import { confirmSignOut, lastSignOut, pendingSignOut } from './pending-sign-out.ts'
import { setLanguage } from './preferences.ts'
import { createRefreshThrottle, lifetimeOf, refreshDelay } from './refresh/refresh-schedule.ts'
import { createTokenClock } from './refresh/token-clock.ts'
import {
  forgetRememberedUser,
  hasRememberedUser,
  rememberedOwner,
  rememberedUserId,
  rememberUser,
} from './remembered-user.ts'
import { type ServerSessionStatus, session } from './session-state.ts'
import { sendPendingSignOut, signOut } from './sign-out.ts'
import { notifyOtherTabs, watchOtherTabs } from './tab-sync.ts'

/**
 * How long (ms) the start waits for the server to respond about a remembered user. It waits longer without a cookie, since
 * the session has probably ended.
 */
const startTimeoutMs = { cookie: 500, noCookie: 4000 }

const loadRestoreSession = () => import('./restore-session.ts')
const hasCookie = () => document.cookie.includes(`${signedInCookie}=`)

const refreshThrottle = createRefreshThrottle(
  () => performance.now(),
  () => Math.random(),
)
const tokenClock = createTokenClock(() => performance.now())
let refreshing: Promise<boolean> | undefined

/**
 * Tries the refresh cookie once at start. If the response takes too long, work continues with the data of the device
 * and the response is applied later. A user whose cookie has expired is remembered until they sign out, and can work
 * with the data of the device without a connection.
 */
export async function startSession(): Promise<void> {
  window.addEventListener(
    'online',
    () => void (session.getState().status === 'in' ? refreshWhenOnline() : sendPendingSignOut()),
  )
  watchOtherTabs(followOtherTabs)
  void sendPendingSignOut()
  removeLeftData().catch(() => undefined)
  if (!hasCookie() && !hasRememberedUser()) return session.setState({ status: 'out' })
  // Requested before the refresh has its lock: otherwise all the code of the screen would be ahead of it.
  loadRestoreSession().catch(() => undefined)
  const refreshed = refreshSession()
  await withTimeout(hasCookie() ? startTimeoutMs.cookie : startTimeoutMs.noCookie, refreshed)
  if (session.getState().status === 'starting' && !(await continueAsRememberedUser('live'))) await refreshed
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
}

/** Finishes what a browser that was closed during a sign-out has left. */
async function removeLeftData(): Promise<void> {
  if (pendingRemovals().length === 0) return
  const { removePendingData } = await import('#client/core/offline/removal/remove-data.ts')
  await removePendingData()
}

/**
 * Applies the response of a sign-in, a registration or a refresh. A token that cannot be decoded signs out.
 *
 * @param askedAt when the call was sent, in the time of `performance.now`: the token is at most this old
 */
export function applySignIn({ jwt, user }: Session, askedAt = performance.now()): void {
  const claims = decodeClaims(jwt)
  if (!claims) return void signOut()
  const before = session.getState()
  if (blockedAccount.getState().owner?.userId === claims.sub) forgetBlockedAccount()
  const isNew = before.status !== 'in' || before.claims?.sub !== claims.sub
  // A new sign-in cancels a sign-out that the server has not confirmed.
  confirmSignOut(pendingSignOut())
  session.setState({ status: 'in', serverSession: 'live', token: jwt, claims, user })
  setTabUser(rememberUser({ claims, user }) ? claims.sub : undefined)
  if (isNew) {
    setLanguage(user.language)
    notifyOtherTabs()
  }
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
  const now = session.getState()
  if (now.status === 'in' && now.token && now.token !== token) return true
  return canRefresh() && refreshSession()
}

/** Without a cookie there is no session to refresh. An ended session needs a sign-in, in this tab or another. */
const canRefresh = () => session.getState().serverSession !== 'ended' || hasCookie()

async function refreshWhenOnline(): Promise<void> {
  if (canRefresh()) await refreshSession()
}

/**
 * Gives the signed-in user a token with which a call reaches the server in time: all calls wait for the same refresh if there is
 * none, since a call without it would only be rejected. Returns false if there is still none.
 */
export async function ensureToken(): Promise<boolean> {
  const { status, token } = session.getState()
  if (status !== 'in') return true
  if (token && tokenClock.isUsable(token)) {
    // The timer is late, for example in a hidden tab.
    if (tokenClock.untilRefresh(token) <= 0 && canRefresh()) void refreshSession()
    return true
  }
  return canRefresh() && refreshSession()
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
      if (pendingSignOut()) clearSession()
      void sendPendingSignOut()
      return isLive()
    }
    applySignIn(response, askedAt)
    return isLive()
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.status < 500 &&
      error.status !== 429 &&
      error.code !== crossSiteProblemCode
    ) {
      refreshThrottle.responded()
      // After a sign-out meanwhile, the rejected session may be the previous one.
      if (lastSignOut() === before) handleRefreshRejected(error)
      return isLive()
    }
    // The server is unreachable, so the session may still be valid. Work continues as the remembered user, without a
    // token.
    const serverSession = hasCookie() || session.getState().token ? 'away' : 'ended'
    if (session.getState().status === 'starting' && !(await continueAsRememberedUser(serverSession)))
      session.setState({ status: 'out' })
    const isIn = session.getState().status === 'in'
    if (isIn) session.setState({ serverSession })
    const pause = refreshThrottle.failed(error instanceof ApiError ? error.retryAfter : undefined)
    if (isIn && canRefresh()) scheduleRefresh(pause)
    return false
  }
}

function isLive(): boolean {
  const { status, token } = session.getState()
  return status === 'in' && token !== undefined
}

/**
 * A user who works without a connection is not signed out when the session has expired. Sync waits for their next
 * sign-in. If the device was signed out from elsewhere, their records leave it as after a sign-out here.
 */
function handleRefreshRejected({ code, details }: ApiError): void {
  if (code === signedOutProblemCode) {
    const owner = rememberedOwner()
    if (owner && details.blocked === true) blockedAccount.setState({ owner })
    forgetRememberedUser()
    endSession('elsewhere')
    notifyOtherTabs()
    return
  }
  const { status, serverSession } = session.getState()
  if (status !== 'in' || serverSession === 'live') endSession('expired')
  else {
    clearRefreshTimer()
    session.setState({ serverSession: 'ended', token: undefined })
  }
}

/**
 * Continues a start as the remembered user, without a token. Returns false when there is none. Does nothing when the
 * server has responded meanwhile. With an ended session, only users with data on this device can continue.
 */
async function continueAsRememberedUser(serverSession: ServerSessionStatus): Promise<boolean> {
  const known = await loadRestoreSession()
    .then(({ parseRememberedUser }) => parseRememberedUser())
    .catch(() => undefined)
  if (!known || !(hasCookie() || known.user.merchantId)) return false
  if (session.getState().status === 'starting') {
    setTabUser(known.claims.sub)
    session.setState({ status: 'in', serverSession: hasCookie() ? serverSession : 'ended', ...known })
  }
  return true
}

/**
 * The server treats the same refresh cookie from two tabs as token theft and ends the token family, so refreshes are
 * serialized.
 */
function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('assay-refresh', work) as Promise<T>) : work()
}

/** Applies a sign-in or sign-out of another tab. It reads the storage only once. */
export function followOtherTabs(): void {
  const { status } = session.getState()
  if (status === 'in' && !isStillCurrentUser()) endSession('elsewhere')
  const isOut = session.getState().status === 'out'
  if (isOut && rememberedUserId() !== undefined && hasCookie() && !pendingSignOut()) void refreshSession()
}

/**
 * Opens the data of this device from the sign-in page when no server is reachable. Returns false when a server
 * responds, or there is no remembered user.
 */
export async function workOffline(): Promise<boolean> {
  session.setState({ status: 'starting' })
  await refreshSession()
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
  return session.getState().status === 'in'
}
