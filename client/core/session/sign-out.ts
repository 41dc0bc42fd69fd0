import { ApiError } from '#client/core/http/api.ts'
import { signedInCookie } from '#shared/core/api/session.ts'
import { clearSession } from './end-session.ts'
import { confirmSignOut, isUnconfirmed, pendingSignOut, recordSignOut } from './pending-sign-out.ts'
import { exitDemo, session } from './session-state.ts'
import { notifyOtherTabs } from './tab-sync.ts'

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
export async function sendPendingSignOut(signOutId = pendingSignOut()): Promise<void> {
  if (!signOutId) return
  try {
    const { signOutOnServer } = await import('./restore-session.ts')
    // If a user has signed in meanwhile, here or in another tab, the sign-out must not end that session.
    if (session.getState().status === 'in' || !isUnconfirmed(signOutId)) return
    await signOutOnServer()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return
  }
  confirmSignOut(signOutId)
}
