import { create } from 'zustand'
import type { Session, User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/access.ts'
import { crossSiteCode, signedInCookie } from '#shared/core/session.ts'
import { Refused } from './api.ts'
import { type Claims, readClaims } from './claims.ts'
import { isUntold, lastDeparture, leaving, markTold, noteDeparture } from './departure.ts'
import { forgetIdentity, hasIdentity, knownAccount, rememberIdentity } from './identity.ts'
import { setLanguage } from './preferences.ts'
import { createPace, renewalDelay } from './renewal.ts'
import { tellTabs, watchTabs } from './tabs.ts'
import { within } from './within.ts'

const demoKey = 'assay.demo'
/** For so long a start waits for the server's word on somebody whom this device knows, ms; without a cookie it is a no. */
const patienceMs = { cookie: 500, noCookie: 4000 }

/**
 * What the server says of the session of who is in.
 * - live: it knows it, or is being asked · away: it is out of reach · ended: there is none any more
 *
 * In the last two the person works on the device's data. What they save is sent when the server is back, or after a sign-in.
 */
export type Standing = 'live' | 'away' | 'ended'

type SessionState = {
  /** `starting` until the refresh cookie has been tried. */
  status: 'starting' | 'in' | 'out'
  standing: Standing
  token: string | undefined
  claims: Claims | undefined
  user: User | undefined
  /** A session of this tab has ended: the person knows the console and only has to sign in again. */
  left: boolean
  /** Looks at the demo merchant: every call carries the demo header and nothing can be saved. */
  demo: boolean
}

const nobody = { token: undefined, claims: undefined, user: undefined }
const returning = () => import('./returning.ts')
const hasCookie = () => document.cookie.includes(`${signedInCookie}=`)

/** Who uses the console. The access token lives in memory only; the refresh cookie is out of reach of scripts. */
export const session = create<SessionState>()(() => ({
  ...nobody,
  status: 'starting',
  standing: 'live',
  left: false,
  demo: sessionStorage.getItem(demoKey) === 'on',
}))

const pace = createPace(
  () => performance.now(),
  () => Math.random(),
)
let timer: ReturnType<typeof setTimeout> | undefined
let refreshing: Promise<boolean> | undefined
/** The account that this tab and the shared storage agree on; undefined where the storage could not take it. */
let agreed: string | undefined

/**
 * Tries the refresh cookie once at start. A network that is slow, or takes calls and answers none, keeps nobody from the work
 * on their device: the server's word then comes while they are at it. A person whose cookie has ended, with the browser or by
 * its age, is still known until they sign out: without a connection they work on the device's data.
 */
export async function startSession(): Promise<void> {
  window.addEventListener('online', () => void (session.getState().status === 'in' ? renewOnline() : tellLeft()))
  watchTabs(followPerson)
  void tellLeft()
  if (!hasCookie() && !hasIdentity()) return session.setState({ status: 'out' })
  const answered = refreshSession()
  await within(hasCookie() ? patienceMs.cookie : patienceMs.noCookie, answered)
  if (session.getState().status === 'starting' && !(await goOnAsKnown('live'))) await answered
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
}

/** Takes the answer of a sign-in, a registration or a refresh. A token that cannot be decoded signs out. */
export function signedIn({ jwt, user }: Session): void {
  const claims = readClaims(jwt)
  if (!claims) return void signOut()
  const before = session.getState()
  const isNew = before.status !== 'in' || before.claims?.sub !== claims.sub
  // Whoever signs in goes before a sign-out that the server has not heard of.
  markTold(leaving())
  session.setState({ status: 'in', standing: 'live', token: jwt, claims, user })
  agreed = rememberIdentity({ claims, user }) ? claims.sub : undefined
  if (isNew) {
    setLanguage(user.language)
    tellTabs()
  }
  refreshIn(renewalDelay(claims))
}

function refreshIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(refreshSession, ms)
}

/**
 * Whether the session goes on with a token. Calls that meet an expired token together share one exchange, and the server is
 * asked so many times a minute at most, whatever asks.
 */
export function refreshSession(): Promise<boolean> {
  const wait = pace.wait()
  if (!refreshing && wait > 0) {
    refreshIn(wait)
    return Promise.resolve(false)
  }
  refreshing ??= oneTabAtATime(exchange).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** The same for a call that was refused with this token: another call, or tab, may have brought a newer one meanwhile. */
export async function renewedSince(token: string | undefined): Promise<boolean> {
  const now = session.getState()
  if (now.status === 'in' && now.token && now.token !== token) return true
  return canRenew() && refreshSession()
}

/** Without a cookie there is nothing to exchange: the session ends with a sign-in, in this tab or another. */
const canRenew = () => session.getState().standing !== 'ended' || hasCookie()

async function renewOnline(): Promise<void> {
  if (canRenew()) await refreshSession()
}

/** Ends when a token is there, or none is asked for just now: a call that goes before it is only refused. */
export async function tokenAwaited(): Promise<void> {
  const { status, token } = session.getState()
  if (status === 'in' && !token) await refreshing
}

async function exchange(): Promise<boolean> {
  const before = lastDeparture()
  pace.asked()
  try {
    const { auth } = await returning()
    const answer = await auth.refresh()
    pace.answered()
    // Somebody signed out meanwhile, perhaps in another tab: that goes before, and so does who signed in since.
    if (leaving() || lastDeparture() !== before) {
      if (leaving()) clearSession()
      void tellLeft()
      return isLive()
    }
    signedIn(answer)
    return isLive()
  } catch (error) {
    if (error instanceof Refused && error.status < 500 && error.status !== 429 && error.code !== crossSiteCode) {
      pace.answered()
      // What ended may be the session before.
      if (lastDeparture() === before) meetRefusal()
      return isLive()
    }
    // The server is out of reach: the session may well be good. Work goes on as who was here last, without a token.
    const standing = hasCookie() || session.getState().token ? 'away' : 'ended'
    if (session.getState().status === 'starting' && !(await goOnAsKnown(standing))) session.setState({ status: 'out' })
    const isIn = session.getState().status === 'in'
    if (isIn) session.setState({ standing })
    const pause = pace.failed(error instanceof Refused ? error.retryAfter : undefined)
    if (isIn && canRenew()) refreshIn(pause)
    return false
  }
}

function isLive(): boolean {
  const { status, token } = session.getState()
  return status === 'in' && token !== undefined
}

/** Nobody is thrown out of work that they do without a connection: from now on it only waits for their sign-in. */
function meetRefusal(): void {
  const { status, standing } = session.getState()
  if (status !== 'in' || standing === 'live') endSession()
  else {
    clearTimeout(timer)
    session.setState({ standing: 'ended', token: undefined })
  }
}

/**
 * A start goes on, without a token, as who was here last; false where that is nobody. The server's word goes before it. An
 * ended session leaves only those in who have data on this device.
 */
async function goOnAsKnown(standing: Standing): Promise<boolean> {
  const known = await returning()
    .then(({ rememberedIdentity }) => rememberedIdentity())
    .catch(() => undefined)
  if (!known || !(hasCookie() || known.user.merchantId)) return false
  if (session.getState().status === 'starting') {
    agreed = known.claims.sub
    session.setState({ status: 'in', standing: hasCookie() ? standing : 'ended', ...known })
  }
  return true
}

/** Two tabs that show the same cookie look like a thief to the server, which then ends the whole family. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('assay-refresh', work) as Promise<T>) : work()
}

/** Whether the person of this tab is still the one who works with the device. */
export const isPersonHere = (): boolean => agreed === undefined || knownAccount() === agreed

/** Does here what another tab did: a sign-out, a sign-in, the sign-in of somebody else. Costs a look at the storage. */
export function followPerson(): void {
  const { status } = session.getState()
  if (status === 'in' && !isPersonHere()) {
    leaveConsole()
    explainEnd('elsewhere')
  }
  const isOut = session.getState().status === 'out'
  if (isOut && knownAccount() !== undefined && hasCookie() && !leaving()) void refreshSession()
}

/** Nobody is in here any more. What the device knows of them stays. */
function leaveConsole(): void {
  clearTimeout(timer)
  agreed = undefined
  session.setState(({ status, left }) => ({
    ...nobody,
    status: 'out',
    standing: 'live',
    left: left || status === 'in',
  }))
}

/** The person has signed out: this device knows nobody any more. */
export function clearSession(): void {
  forgetIdentity()
  leaveConsole()
}

/** From work without a session to the sign-in. */
export const goToSignIn = leaveConsole

/** From the sign-in to the data on this device, where no server can be reached. False where one answers, or nobody is known. */
export async function workOffline(): Promise<boolean> {
  session.setState({ status: 'starting' })
  await refreshSession()
  if (session.getState().status === 'starting') session.setState({ status: 'out' })
  return session.getState().status === 'in'
}

type WhyEnded = 'expired' | 'elsewhere'
let explainEnd: (why: WhyEnded) => void = () => undefined

/** @param explain says why a session is over that nobody ended here; told by what knows the words */
export function whenEnded(explain: (why: WhyEnded) => void): void {
  explainEnd = explain
}

/** Leaves a session that the server no longer takes, and says why, once however many calls noticed. */
export function endSession(): void {
  const wasIn = session.getState().status === 'in'
  leaveConsole()
  if (wasIn) explainEnd('expired')
}

/** Ends the session here, in every tab, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  clearSession()
  exitDemo()
  // Nobody looks for the server's own cookie any more, which is out of reach of scripts.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${signedInCookie}=; path=/; max-age=0`
  const departure = noteDeparture()
  tellTabs()
  await tellLeft(departure)
}

/** Tells the server of a sign-out. Without a connection that waits for one, or for the next start. */
async function tellLeft(departure = leaving()): Promise<void> {
  if (!departure) return
  try {
    const { auth } = await returning()
    // Whoever signed in while this was fetched, here or in another tab, has a session of their own.
    if (session.getState().status === 'in' || !isUntold(departure)) return
    await auth.signOut()
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) return
  }
  markTold(departure)
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
