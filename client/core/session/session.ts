import { create } from 'zustand'
import { withTimeout } from '#client/core/async/with-timeout.ts'
import { ApiError } from '#client/core/http/api.ts'
import type { Session, User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/api/access.ts'
import { crossSiteCode, signedInCookie } from '#shared/core/api/session.ts'
import { type Claims, decodeClaims } from './claims.ts'
import { confirmSignOut, isUnconfirmed, lastSignOut, pendingSignOut, recordSignOut } from './pending-sign-out.ts'
import { setLanguage } from './preferences.ts'
import { createRefreshThrottle, refreshDelay } from './refresh-schedule.ts'
import { forgetRememberedUser, hasRememberedUser, rememberedUserId, rememberUser } from './remembered-user.ts'
import { notifyOtherTabs, watchOtherTabs } from './tab-sync.ts'

const demoKey = 'assay.demo'
/** Timeout (ms) of the start for the server's answer about a known user. A missing cookie counts as no session. */
const startTimeoutMs = { cookie: 500, noCookie: 4000 }

/**
 * What the server says of the session of who is in.
 * - live: it knows it, or is being asked · away: it is out of reach · ended: there is none any more
 *
 * In the last two the person works on the device's data. What they save is sent when the server is back, or after a sign-in.
 */
export type ServerSessionStatus = 'live' | 'away' | 'ended'

type SessionState = {
  /** `starting` until the refresh cookie has been tried. */
  status: 'starting' | 'in' | 'out'
  standing: ServerSessionStatus
  token: string | undefined
  claims: Claims | undefined
  user: User | undefined
  /** A session of this tab has ended: the person knows the console and only has to sign in again. */
  left: boolean
  /** Looks at the demo merchant: every call carries the demo header and nothing can be saved. */
  demo: boolean
}

const noUser = { token: undefined, claims: undefined, user: undefined }
const loadRestoreSession = () => import('./restore-session.ts')
const hasCookie = () => document.cookie.includes(`${signedInCookie}=`)

/**
 * The session of the console's user. The access token is kept in memory only; scripts cannot read the refresh cookie.
 */
export const session = create<SessionState>()(() => ({
  ...noUser,
  status: 'starting',
  standing: 'live',
  left: false,
  demo: sessionStorage.getItem(demoKey) === 'on',
}))

const refreshThrottle = createRefreshThrottle(
  () => performance.now(),
  () => Math.random(),
)
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let refreshing: Promise<boolean> | undefined
/** The account that this tab and the shared storage agree on; undefined where the storage could not take it. */
let storedUserId: string | undefined

/**
 * Tries the refresh cookie once at start. A network that is slow, or takes calls and answers none, keeps nobody from the work
 * on their device: the server's word then comes while they are at it. A person whose cookie has ended, with the browser or by
 * its age, is still known until they sign out: without a connection they work on the device's data.
 */
export async function startSession(): Promise<void> {
  window.addEventListener(
    'online',
    () => void (session.getState().status === 'in' ? refreshWhenOnline() : sendPendingSignOut()),
  )
  watchOtherTabs(followOtherTabs)
  void sendPendingSignOut()
  if (!hasCookie() && !hasRememberedUser()) return session.setState({ status: 'out' })
  const answered = refreshSession()
  await withTimeout(hasCookie() ? startTimeoutMs.cookie : startTimeoutMs.noCookie, answered)
  if (session.getState().status === 'starting' && !(await continueAsRememberedUser('live'))) await answered
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
}

/** Takes the answer of a sign-in, a registration or a refresh. A token that cannot be decoded signs out. */
export function applySignIn({ jwt, user }: Session): void {
  const claims = decodeClaims(jwt)
  if (!claims) return void signOut()
  const before = session.getState()
  const isNew = before.status !== 'in' || before.claims?.sub !== claims.sub
  // Whoever signs in goes before a sign-out that the server has not heard of.
  confirmSignOut(pendingSignOut())
  session.setState({ status: 'in', standing: 'live', token: jwt, claims, user })
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
 * Whether the session goes on with a token. Calls that meet an expired token together share one exchange, and the server is
 * asked so many times a minute at most, whatever asks.
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

/** The same for a call that was refused with this token: another call, or tab, may have brought a newer one meanwhile. */
export async function ensureNewerToken(token: string | undefined): Promise<boolean> {
  const now = session.getState()
  if (now.status === 'in' && now.token && now.token !== token) return true
  return canRefresh() && refreshSession()
}

/** Without a cookie there is nothing to exchange: the session ends with a sign-in, in this tab or another. */
const canRefresh = () => session.getState().standing !== 'ended' || hasCookie()

async function refreshWhenOnline(): Promise<void> {
  if (canRefresh()) await refreshSession()
}

/** Ends when a token is there, or none is asked for just now: a call that goes before it is only refused. */
export async function waitForToken(): Promise<void> {
  const { status, token } = session.getState()
  if (status === 'in' && !token) await refreshing
}

async function refreshToken(): Promise<boolean> {
  const before = lastSignOut()
  refreshThrottle.asked()
  try {
    const { authApi: auth } = await loadRestoreSession()
    const answer = await auth.refresh()
    refreshThrottle.answered()
    // Somebody signed out meanwhile, perhaps in another tab: that goes before, and so does who signed in since.
    if (pendingSignOut() || lastSignOut() !== before) {
      if (pendingSignOut()) clearSession()
      void sendPendingSignOut()
      return isLive()
    }
    applySignIn(answer)
    return isLive()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== crossSiteCode) {
      refreshThrottle.answered()
      // What ended may be the session before.
      if (lastSignOut() === before) handleRefreshRejected()
      return isLive()
    }
    // The server is out of reach: the session may well be good. Work goes on as who was here last, without a token.
    const standing = hasCookie() || session.getState().token ? 'away' : 'ended'
    if (session.getState().status === 'starting' && !(await continueAsRememberedUser(standing)))
      session.setState({ status: 'out' })
    const isIn = session.getState().status === 'in'
    if (isIn) session.setState({ standing })
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
  const { status, standing } = session.getState()
  if (status !== 'in' || standing === 'live') endSession()
  else {
    clearTimeout(refreshTimer)
    session.setState({ standing: 'ended', token: undefined })
  }
}

/**
 * A start goes on, without a token, as who was here last; false where that is nobody. The server's word goes before it. An
 * ended session leaves only those in who have data on this device.
 */
async function continueAsRememberedUser(standing: ServerSessionStatus): Promise<boolean> {
  const known = await loadRestoreSession()
    .then(({ parseRememberedUser: rememberedIdentity }) => rememberedIdentity())
    .catch(() => undefined)
  if (!known || !(hasCookie() || known.user.merchantId)) return false
  if (session.getState().status === 'starting') {
    storedUserId = known.claims.sub
    session.setState({ status: 'in', standing: hasCookie() ? standing : 'ended', ...known })
  }
  return true
}

/** Two tabs that send the same cookie look like token theft to the server, which then ends the token family. */
function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('assay-refresh', work) as Promise<T>) : work()
}

/** Whether the person of this tab is still the one who works with the device. */
export const isStillCurrentUser = (): boolean => storedUserId === undefined || rememberedUserId() === storedUserId

/** Applies a sign-in or sign-out of another tab here. Costs one read of the storage. */
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
    standing: 'live',
    left: left || status === 'in',
  }))
}

/** The person has signed out: this device knows nobody any more. */
export function clearSession(): void {
  forgetRememberedUser()
  resetSession()
}

/** From work without a session to the sign-in. */
export const goToSignIn = resetSession

/** From the sign-in to the data on this device, where no server can be reached. False where one answers, or nobody is known. */
export async function workOffline(): Promise<boolean> {
  session.setState({ status: 'starting' })
  await refreshSession()
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
  return session.getState().status === 'in'
}

type SessionEndReason = 'expired' | 'elsewhere'
let notifySessionEnded: (why: SessionEndReason) => void = () => undefined

/** @param explain says why a session is over that nobody ended here; told by what knows the words */
export function onSessionEnded(explain: (why: SessionEndReason) => void): void {
  notifySessionEnded = explain
}

/** Ends a session that the server rejects, with one message however many calls failed. */
export function endSession(): void {
  const wasIn = session.getState().status === 'in'
  resetSession()
  if (wasIn) notifySessionEnded('expired')
}

/** Ends the session here, in every tab, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  clearSession()
  exitDemo()
  // Nobody looks for the server's own cookie any more, which is out of reach of scripts.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${signedInCookie}=; path=/; max-age=0`
  const departure = recordSignOut()
  notifyOtherTabs()
  await sendPendingSignOut(departure)
}

/** Tells the server of a sign-out. Without a connection that waits for one, or for the next start. */
async function sendPendingSignOut(departure = pendingSignOut()): Promise<void> {
  if (!departure) return
  try {
    const { authApi: auth } = await loadRestoreSession()
    // Whoever signed in while this was fetched, here or in another tab, has a session of their own.
    if (session.getState().status === 'in' || !isUnconfirmed(departure)) return
    await auth.signOut()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
  }
  confirmSignOut(departure)
}

export function enterDemo(): void {
  sessionStorage.setItem(demoKey, 'on')
  session.setState({ demo: true })
}

export function exitDemo(): void {
  sessionStorage.removeItem(demoKey)
  session.setState({ demo: false })
}

export type Viewer = {
  role: Role
  isAdmin: boolean
  demo: boolean
  emailConfirmed: boolean
  hasPassword: boolean
  email: string
  merchant: string | null
  features: readonly string[]
}

/** The person before the screen as menus, guards and buttons see them; undefined when signed out. */
export function viewerOf({ claims, user, demo }: SessionState): Viewer | undefined {
  if (demo) {
    const nobody = { email: '', merchant: null, features: ['temperature', 'submission'] }
    return { role: 'merchant', isAdmin: false, demo, emailConfirmed: true, hasPassword: true, ...nobody }
  }
  if (!claims) return undefined
  const { role, isAdmin, email, emailConfirmed, merchant } = claims
  const { features = [], hasPassword = true } = user ?? {}
  return { role, isAdmin, demo, emailConfirmed, hasPassword, email, merchant, features }
}
