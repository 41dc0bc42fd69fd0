import { ApiError } from '#client/core/http/api.ts'
import { blockedAccount, forgetBlockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { setLanguage } from './preferences.ts'
import {
  hasSession,
  hasUser,
  nextSession,
  type SessionEndReason,
  type SessionEvent,
  type SessionState,
} from './session-machine.ts'
import { exitDemo, session } from './session-state.ts'
import {
  confirmSignOut,
  forgetRememberedUser,
  isSessionKey,
  pendingSignOut,
  recordSignOut,
  rememberedOwner,
  rememberedUserId,
  rememberUser,
  storedSignOut,
} from './session-storage.ts'

let refreshTimer: ReturnType<typeof setTimeout> | undefined
let channel: BroadcastChannel | undefined

/** Applies an event to the session of this tab: first to the storage of the device, which the other tabs and screens read. */
export function dispatch(event: SessionEvent): void {
  const before = session.getState()
  const after = nextSession(before, event)
  if (after === before) return
  session.setState({ ...after, ...store(event) })
  follow(before, event)
}

/** Changes what the device stores, and returns what could not be stored. */
function store(event: SessionEvent): Partial<SessionState> {
  if ('token' in event) {
    if (blockedAccount.getState().owner?.userId === event.claims.sub) forgetBlockedAccount()
    // A new sign-in cancels a sign-out that the server has not confirmed.
    confirmSignOut(pendingSignOut())
    return { isStored: rememberUser(event) }
  }
  // If the device was signed out from elsewhere, the records leave it as after a sign-out here.
  if (event.type === 'deviceSignedOut' || event.type === 'signOutAsked' || event.type === 'signOutFound') {
    const owner = rememberedOwner()
    if (owner && event.type === 'deviceSignedOut' && event.isBlocked) blockedAccount.setState({ owner })
    forgetRememberedUser()
  }
  if (event.type !== 'signOutAsked') return {}
  // Removes the readable marker cookie, so that no refresh is tried; the server's own cookie is not accessible to
  // scripts.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${signedInCookie}=; path=/; max-age=0`
  return recordSignOut(event.signOutId) ? {} : { unstoredSignOut: event.signOutId }
}

function follow(before: SessionState, event: SessionEvent): void {
  if (hasUser(before) && !hasSession(session.getState())) clearTimeout(refreshTimer)
  if (event.type === 'signOutAsked') exitDemo()
  const isNewUser = 'token' in event && before.claims?.sub !== event.claims.sub
  if (isNewUser) setLanguage(event.user.language)
  // The details are in the storage that all tabs share.
  if (isNewUser || event.type === 'signOutAsked' || event.type === 'deviceSignedOut') channel?.postMessage('changed')
}

/** Runs `refresh` after `ms`, unless the session has ended in this tab. Replaces an earlier timer. */
export function setRefreshTimer(ms: number, refresh: () => unknown): void {
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(refresh, ms)
}

/** Whether the user of this tab is still the remembered user of the device. */
export function isStillCurrentUser(): boolean {
  const { isStored, claims } = session.getState()
  return !isStored || rememberedUserId() === claims?.sub
}

/** Calls `explain` when a session ends without a sign-out in this tab, once however many calls failed. */
export function onSessionEnded(explain: (why: SessionEndReason) => void): void {
  session.subscribe(({ endReason }, before) => {
    if (endReason && endReason !== before.endReason) explain(endReason)
  })
}

/** Changes only when a user signs out, in this tab or another. */
export const lastSignOut = (): string => `${session.getState().unstoredSignOut} ${storedSignOut()}`

/** Ends the session here and in every tab, and on the server as soon as it is reachable. */
export async function signOut(): Promise<void> {
  const signOutId = crypto.randomUUID()
  dispatch({ type: 'signOutAsked', signOutId })
  await sendSignOut(signOutId)
}

/** Sends a sign-out to the server. Without a connection, it is sent with the next one or at the next start. */
export async function sendSignOut(signOutId = pendingSignOut()): Promise<void> {
  if (!signOutId) return
  try {
    const { signOutOnServer } = await import('./restore-session.ts')
    // If a user has signed in meanwhile, here or in another tab, the sign-out must not end that session.
    const isUnconfirmed = signOutId === pendingSignOut() || signOutId === session.getState().unstoredSignOut
    if (hasUser(session.getState()) || !isUnconfirmed) return
    await signOutOnServer()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
  }
  confirmSignOut(signOutId)
  if (!pendingSignOut()) dispatch({ type: 'signedOut' })
}

/**
 * Calls `check` when another tab may have signed in or out: on a channel message, on a storage event where the browser
 * has no channel, and when this tab wakes, since a suspended tab receives neither.
 */
export function watchOtherTabs(check: () => void): void {
  if (channel) return
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('assay-session')
    channel.onmessage = check
  }
  window.addEventListener('storage', ({ key }) => isSessionKey(key) && check())
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, check)
  document.addEventListener('resume', check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
