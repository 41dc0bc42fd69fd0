import { forgetRememberedUser, rememberedUserId } from './remembered-user.ts'
import { noUser, session } from './session-state.ts'

let refreshTimer: ReturnType<typeof setTimeout> | undefined
/** The account of this tab as stored for all tabs. Undefined when it could not be stored. */
let tabUserId: string | undefined

export function setTabUser(id: string | undefined): void {
  tabUserId = id
}

/** Whether the user of this tab is still the remembered user of the device. */
export const isStillCurrentUser = (): boolean => tabUserId === undefined || rememberedUserId() === tabUserId

/** Runs `refresh` after `ms`, unless the session has ended in this tab. Replaces an earlier timer. */
export function setRefreshTimer(ms: number, refresh: () => unknown): void {
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(refresh, ms)
}

export function clearRefreshTimer(): void {
  clearTimeout(refreshTimer)
}

/** Ends the session in this tab. The remembered user stays. */
function resetSession(): void {
  clearTimeout(refreshTimer)
  tabUserId = undefined
  session.setState(({ status, hasEnded }) => ({
    ...noUser,
    status: 'out',
    serverSession: 'live',
    hasEnded: hasEnded || status === 'in',
  }))
}

/** Ends the session after a sign-out, and deletes the remembered user from the device. */
export function clearSession(): void {
  forgetRememberedUser()
  resetSession()
}

/** Leaves the work without a session for the sign-in page. */
export const goToSignIn = resetSession

type SessionEndReason = 'expired' | 'elsewhere'
let notifySessionEnded: (why: SessionEndReason) => void = () => undefined

/**
 * @param explain shows why a session ended without a sign-out in this tab; registered by a module that has the texts
 */
export function onSessionEnded(explain: (why: SessionEndReason) => void): void {
  notifySessionEnded = explain
}

/** Ends a session that the server rejects, or that another tab has ended, with one message however many calls failed. */
export function endSession(why: SessionEndReason): void {
  const wasIn = session.getState().status === 'in'
  resetSession()
  if (wasIn) notifySessionEnded(why)
}
