import { withTimeout } from '#client/core/async/with-timeout.ts'
import { ApiError } from '#client/core/http/api.ts'
import type { Session } from '#shared/auth/contract.ts'
import { crossSiteCode, signedInCookie } from '#shared/core/api/session.ts'
import { decodeClaims } from './claims.ts'
import { confirmSignOut, isUnconfirmed, lastSignOut, pendingSignOut, recordSignOut } from './pending-sign-out.ts'
import { setLanguage } from './preferences.ts'
import { createRefreshThrottle, refreshDelay } from './refresh-schedule.ts'
import { forgetRememberedUser, hasRememberedUser, rememberedUserId, rememberUser } from './remembered-user.ts'
import { exitDemo, noUser, type ServerSessionStatus, session } from './session-state.ts'
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
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let refreshing: Promise<boolean> | undefined
/** The account of this tab as stored for all tabs. Undefined when it could not be stored. */
let storedUserId: string | undefined

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
  if (!hasCookie() && !hasRememberedUser()) return session.setState({ status: 'out' })
  // Requested before the refresh has its lock: otherwise all the code of the screen would be ahead of it.
  loadRestoreSession().catch(() => undefined)
  const refreshed = refreshSession()
  await withTimeout(hasCookie() ? startTimeoutMs.cookie : startTimeoutMs.noCookie, refreshed)
  if (session.getState().status === 'starting' && !(await continueAsRememberedUser('live'))) await refreshed
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
}

/** Applies the response of a sign-in, a registration or a refresh. A token that cannot be decoded signs out. */
export function applySignIn({ jwt, user }: Session): void {
  const claims = decodeClaims(jwt)
  if (!claims) return void signOut()
  const before = session.getState()
  const isNew = before.status !== 'in' || before.claims?.sub !== claims.sub
  // A new sign-in cancels a sign-out that the server has not confirmed.
  confirmSignOut(pendingSignOut())
  session.setState({ status: 'in', serverSession: 'live', token: jwt, claims, user })
  storedUserId = rememberUser({ claims, user }) ? claims.sub : undefined
  if (isNew) {
    setLanguage(user.language)
    notifyOtherTabs()
  }
  scheduleRefresh(refreshDelay(claims))
}

function scheduleRefresh(ms: number): void {
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(refreshSession, ms)
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

/** Without a cookie nothing can be refreshed. An ended session needs a sign-in, in this tab or another. */
const canRefresh = () => session.getState().serverSession !== 'ended' || hasCookie()

async function refreshWhenOnline(): Promise<void> {
  if (canRefresh()) await refreshSession()
}

/** Waits for a refresh in progress when there is no token. A call that is sent before it would only be rejected. */
export async function waitForToken(): Promise<void> {
  const { status, token } = session.getState()
  if (status === 'in' && !token) await refreshing
}

async function refreshToken(): Promise<boolean> {
  const before = lastSignOut()
  refreshThrottle.asked()
  try {
    const { authApi } = await loadRestoreSession()
    const response = await authApi.refresh()
    refreshThrottle.responded()
    // A sign-out during the refresh, in this tab or another, takes precedence, and so does a later sign-in.
    if (pendingSignOut() || lastSignOut() !== before) {
      if (pendingSignOut()) clearSession()
      void sendPendingSignOut()
      return isLive()
    }
    applySignIn(response)
    return isLive()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== crossSiteCode) {
      refreshThrottle.responded()
      // After a sign-out meanwhile, the rejected session may be the previous one.
      if (lastSignOut() === before) handleRefreshRejected()
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

/** A user who works without a connection is not signed out. Sync waits for their next sign-in. */
function handleRefreshRejected(): void {
  const { status, serverSession } = session.getState()
  if (status !== 'in' || serverSession === 'live') endSession()
  else {
    clearTimeout(refreshTimer)
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
    storedUserId = known.claims.sub
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

/** Whether the user of this tab is still the remembered user of the device. */
export const isStillCurrentUser = (): boolean => storedUserId === undefined || rememberedUserId() === storedUserId

/** Applies a sign-in or sign-out of another tab. It reads the storage only once. */
export function followOtherTabs(): void {
  const { status } = session.getState()
  if (status === 'in' && !isStillCurrentUser()) {
    resetSession()
    notifySessionEnded('elsewhere')
  }
  const isOut = session.getState().status === 'out'
  if (isOut && rememberedUserId() !== undefined && hasCookie() && !pendingSignOut()) void refreshSession()
}

/** Ends the session in this tab. The remembered user stays. */
function resetSession(): void {
  clearTimeout(refreshTimer)
  storedUserId = undefined
  session.setState(({ status, left }) => ({
    ...noUser,
    status: 'out',
    serverSession: 'live',
    left: left || status === 'in',
  }))
}

/** Ends the session after a sign-out, and forgets the remembered user. */
export function clearSession(): void {
  forgetRememberedUser()
  resetSession()
}

/** Leaves the work without a session for the sign-in page. */
export const goToSignIn = resetSession

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

type SessionEndReason = 'expired' | 'elsewhere'
let notifySessionEnded: (why: SessionEndReason) => void = () => undefined

/**
 * @param explain shows why a session ended without a sign-out in this tab; registered by a module that has the texts
 */
export function onSessionEnded(explain: (why: SessionEndReason) => void): void {
  notifySessionEnded = explain
}

/** Ends a session that the server rejects, with one message however many calls failed. */
export function endSession(): void {
  const wasIn = session.getState().status === 'in'
  resetSession()
  if (wasIn) notifySessionEnded('expired')
}

/** Ends the session here and in every tab, and on the server as soon as it is reachable. */
export async function signOut(): Promise<void> {
  clearSession()
  exitDemo()
  // Removes the readable marker cookie, so that no refresh is tried; the server's own cookie is not accessible to
  // scripts.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${signedInCookie}=; path=/; max-age=0`
  const signOutId = recordSignOut()
  notifyOtherTabs()
  await sendPendingSignOut(signOutId)
}

/** Sends a sign-out to the server. Without a connection, it is sent with the next one or at the next start. */
async function sendPendingSignOut(signOutId = pendingSignOut()): Promise<void> {
  if (!signOutId) return
  try {
    const { authApi } = await loadRestoreSession()
    // If a user has signed in meanwhile, here or in another tab, the sign-out must not end that session.
    if (session.getState().status === 'in' || !isUnconfirmed(signOutId)) return
    await authApi.signOut()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
  }
  confirmSignOut(signOutId)
}
