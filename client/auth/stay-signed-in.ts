import { lastSignedInRole } from '#client/core/session/session-storage.ts'

/** Whether the device is the installed app, a phone or a tablet (no mouse). */
const handheldQuery = '(display-mode: standalone), (pointer: coarse) and (hover: none)'

/**
 * Default of "stay signed in": on for field staff, who cannot sign in again without a connection. Before the sign-in it
 * depends on the device and on the role of its last user.
 */
export function shouldStaySignedIn(): boolean {
  const role = lastSignedInRole()
  return role === 'dealer' || role === 'field' || (globalThis.matchMedia?.(handheldQuery).matches ?? false)
}
