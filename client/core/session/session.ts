import { withTimeout } from '#client/core/async/with-timeout.ts'
import { pendingRemovals } from '#client/core/offline/removal/pending-removals.ts'
import {
  findRememberedUser,
  hasCookie,
  isUnknown,
  loadRestoreSession,
  refreshIfPossible,
  refreshSession,
} from './refresh/refresh-session.ts'
import { dispatch, isStillCurrentUser, sendSignOut, watchOtherTabs } from './session-effects.ts'
import { hasUser } from './session-machine.ts'
import { session } from './session-state.ts'
import { hasRememberedUser, pendingSignOut, rememberedUserId } from './session-storage.ts'

/**
 * How long (ms) the start waits for the server to respond about a remembered user. It waits longer without a cookie, since
 * the session has probably ended.
 */
const startTimeoutMs = { cookie: 500, noCookie: 4000 }

/**
 * Tries the refresh cookie once at start. If the response takes too long, work continues with the data of the device
 * and the response is applied later. A user whose cookie has expired is remembered until they sign out, and can work
 * with the data of the device without a connection.
 */
export async function startSession(): Promise<void> {
  window.addEventListener('online', () => void (hasUser(session.getState()) ? refreshIfPossible() : sendSignOut()))
  watchOtherTabs(followOtherTabs)
  void sendSignOut()
  removeLeftData().catch(() => undefined)
  if (!hasCookie() && !hasRememberedUser()) return dispatch({ type: pendingSignOut() ? 'signOutFound' : 'nobodyFound' })
  // Requested before the refresh has its lock: otherwise all the code of the screen would be ahead of it.
  loadRestoreSession().catch(() => undefined)
  const refreshed = refreshSession()
  await withTimeout(hasCookie() ? startTimeoutMs.cookie : startTimeoutMs.noCookie, refreshed)
  if (isUnknown()) {
    const known = await findRememberedUser()
    if (!known) await refreshed
    else if (isUnknown()) dispatch({ type: hasCookie() ? 'restored' : 'cookieMissing', known })
  }
  dispatch({ type: 'nobodyFound' })
}

/** Finishes what a browser that was closed during a sign-out has left. */
async function removeLeftData(): Promise<void> {
  if (pendingRemovals().length === 0) return
  const { removePendingData } = await import('#client/core/offline/removal/remove-data.ts')
  await removePendingData()
}

/** Applies a sign-in or sign-out of another tab. */
export function followOtherTabs(): void {
  if (!isStillCurrentUser()) dispatch({ type: 'endedElsewhere' })
  if (pendingSignOut()) return
  dispatch({ type: 'signedOut' })
  const isOut = session.getState().status === 'signedOut'
  if (isOut && rememberedUserId() !== undefined && hasCookie()) void refreshSession()
}

/**
 * Opens the data of this device from the sign-in page when no server is reachable. Returns false when a server
 * responds, or there is no remembered user.
 */
export async function workOffline(): Promise<boolean> {
  dispatch({ type: 'offlineAsked' })
  await refreshSession()
  dispatch({ type: 'nobodyFound' })
  return hasUser(session.getState())
}
