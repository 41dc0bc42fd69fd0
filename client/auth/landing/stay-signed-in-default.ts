import { lastSignedInRole } from '#client/core/session/remembered-user.ts'

/** Of the installed app, and of a phone or a tablet: nothing else has no mouse. */
const handheldQuery = '(display-mode: standalone), (pointer: coarse) and (hover: none)'

/**
 * Whether a sign-in is to outlive the browser unless its person says otherwise: field staff are where nobody can sign in again.
 * Before the sign-in the device alone can tell: by what it is, and by the role of who used it last.
 */
export function staySignedInByDefault(): boolean {
  return lastSignedInRole() === 'dealer' || (globalThis.matchMedia?.(handheldQuery).matches ?? false)
}
