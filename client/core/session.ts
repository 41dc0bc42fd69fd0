import { create } from 'zustand'
import type { Session, User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/access.ts'
import { crossSiteCode, signedInCookie } from '#shared/core/session.ts'
import { Refused } from './api.ts'
import { type Claims, readClaims } from './claims.ts'
import { isUntold, lastDeparture, leaving, markTold, noteDeparture } from './departure.ts'
import { forgetIdentity, rememberIdentity } from './identity.ts'
import { setLanguage } from './preferences.ts'
import { within } from './within.ts'

const demoKey = 'assay.demo'
/** An access token is exchanged this long before it ends (ms). */
const refreshAheadMs = 60_000
/** For so long a start waits for the server's word on somebody whom this device knows, ms. */
const patienceMs = 500

type SessionState = {
  /** `starting` until the refresh cookie has been tried. */
  status: 'starting' | 'in' | 'out'
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

/** Who uses the console. The access token lives in memory only; the refresh cookie is out of reach of scripts. */
export const session = create<SessionState>()(() => ({
  ...nobody,
  status: 'starting',
  left: false,
  demo: sessionStorage.getItem(demoKey) === 'on',
}))

let timer: ReturnType<typeof setTimeout> | undefined
let refreshing: Promise<boolean> | undefined

/**
 * Tries the refresh cookie once at start, where there is one. A network that is slow, or takes calls and answers none, keeps
 * nobody from the work on their device: the server's word then comes while they are at it.
 */
export async function startSession(): Promise<void> {
  window.addEventListener('online', () => void (session.getState().status === 'in' ? refreshSession() : tellLeft()))
  void tellLeft()
  if (!document.cookie.includes(`${signedInCookie}=`)) return session.setState({ status: 'out' })
  const answered = refreshSession()
  await within(patienceMs, answered)
  if (session.getState().status === 'starting' && !(await goOnAsKnown())) await answered
}

/** Takes the answer of a sign-in, a registration or a refresh. A token that cannot be decoded signs out. */
export function signedIn({ jwt, user }: Session): void {
  const claims = readClaims(jwt)
  if (!claims) return void signOut()
  const first = session.getState().status !== 'in'
  // Whoever signs in goes before a sign-out that the server has not heard of.
  markTold(leaving())
  session.setState({ status: 'in', token: jwt, claims, user })
  rememberIdentity({ claims, user })
  if (first) setLanguage(user.language)
  clearTimeout(timer)
  timer = setTimeout(refreshSession, Math.max(0, claims.exp * 1000 - Date.now() - refreshAheadMs))
}

/** Whether the session goes on. Calls that meet an expired token together share one exchange. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= oneTabAtATime(exchange).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Ends when a token is there, or none is asked for just now: a call that goes before it is only refused. */
export async function tokenAwaited(): Promise<void> {
  const { status, token } = session.getState()
  if (status === 'in' && !token) await refreshing
}

async function exchange(): Promise<boolean> {
  const before = lastDeparture()
  try {
    const { auth } = await returning()
    const answer = await auth.refresh()
    // Somebody signed out meanwhile, perhaps in another tab: that goes before, and so does who signed in since.
    if (leaving() || lastDeparture() !== before) {
      if (leaving()) clearSession()
      void tellLeft()
      return session.getState().status === 'in'
    }
    signedIn(answer)
    return session.getState().status === 'in'
  } catch (error) {
    if (error instanceof Refused && error.status < 500 && error.status !== 429 && error.code !== crossSiteCode) {
      // What ended may be the session before.
      if (lastDeparture() === before) endSession()
      return session.getState().status === 'in'
    }
    // The server is out of reach: the session may well be good. Work goes on as who was here last, without a token.
    if (session.getState().status === 'starting' && !(await goOnAsKnown())) session.setState({ status: 'out' })
    timer = setTimeout(refreshSession, refreshAheadMs / 4)
    return false
  }
}

/** A start goes on, without a token, as who was here last; false where that is nobody. The server's word goes before it. */
async function goOnAsKnown(): Promise<boolean> {
  const known = await returning()
    .then(({ rememberedIdentity }) => rememberedIdentity())
    .catch(() => undefined)
  if (known && session.getState().status === 'starting') session.setState({ status: 'in', ...known })
  return known !== undefined
}

/** Two tabs that show the same cookie look like a thief to the server, which then ends the whole family. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('assay-refresh', work) as Promise<T>) : work()
}

export function clearSession(): void {
  clearTimeout(timer)
  forgetIdentity()
  session.setState(({ status, left }) => ({ ...nobody, status: 'out', left: left || status === 'in' }))
}

let explainEnd: () => void = () => undefined

/** @param explain says why a session is over that nobody ended here; told by what knows the words */
export function whenEnded(explain: () => void): void {
  explainEnd = explain
}

/** Clears a session that the server no longer takes, and says why, once however many calls noticed. */
export function endSession(): void {
  const wasIn = session.getState().status === 'in'
  clearSession()
  if (wasIn) explainEnd()
}

/** Ends the session here, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  clearSession()
  exitDemo()
  // Nobody looks for the server's own cookie any more, which is out of reach of scripts.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${signedInCookie}=; path=/; max-age=0`
  await tellLeft(noteDeparture())
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
