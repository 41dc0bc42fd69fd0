import type { User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/access.ts'
import type { Claims } from './claims.ts'

/**
 * Who was signed in last on this device: enough to open the app without a connection, nothing that a server accepts. It
 * outlives the session, and ends with a sign-out or the sign-in of somebody else.
 */
export type Identity = { claims: Claims; user: User }

export const identityKey = 'assay.identity'
/** The role of who signed in last, which a sign-out leaves: it names nobody. */
const roleKey = 'assay.role'

/** False where the device has no room to remember it. */
export function rememberIdentity(identity: Identity): boolean {
  try {
    localStorage.setItem(identityKey, JSON.stringify(identity))
    localStorage.setItem(roleKey, identity.claims.role)
    return true
  } catch {
    return false
  }
}

export function forgetIdentity(): void {
  localStorage.removeItem(identityKey)
}

/** Somebody works with this device, whether or not the session goes on. */
export const hasIdentity = (): boolean => localStorage.getItem(identityKey) !== null

/** The account of who works with this device, in every tab alike. */
export const knownAccount = (): string | undefined => stored()?.claims?.sub

/** Who can work here without a connection: somebody of a merchant, who has data on this device. */
export function knownWorker(): { email: string } | undefined {
  const { claims, user } = stored() ?? {}
  return user?.merchantId && claims?.email ? { email: claims.email } : undefined
}

function stored(): Partial<Identity> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(identityKey) ?? '') as Identity | null) ?? undefined
  } catch {
    return undefined
  }
}

export const lastRole = (): Role | undefined => (localStorage.getItem(roleKey) as Role | null) ?? undefined
