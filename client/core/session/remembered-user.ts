import type { User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { Claims } from './claims.ts'

/**
 * The last signed-in user of this device: enough to open the app without a connection, but no credential for the
 * server. Survives the session, and ends with a sign-out or the sign-in of another user.
 */
export type RememberedUser = { claims: Claims; user: User }

export const rememberedUserKey = 'assay.identity'
/** The role of who signed in last, which a sign-out leaves: it names nobody. */
const roleKey = 'assay.role'

/** False where the device has no room to remember it. */
export function rememberUser(identity: RememberedUser): boolean {
  try {
    localStorage.setItem(rememberedUserKey, JSON.stringify(identity))
    localStorage.setItem(roleKey, identity.claims.role)
    return true
  } catch {
    return false
  }
}

export function forgetRememberedUser(): void {
  localStorage.removeItem(rememberedUserKey)
}

/** Somebody works with this device, whether or not the session goes on. */
export const hasRememberedUser = (): boolean => localStorage.getItem(rememberedUserKey) !== null

/** The account of who works with this device, in every tab alike. */
export const rememberedUserId = (): string | undefined => readStoredUser()?.claims?.sub

/** Who can work here without a connection: somebody of a merchant, who has data on this device. */
export function rememberedOfflineUser(): { email: string } | undefined {
  const { claims, user } = readStoredUser() ?? {}
  return user?.merchantId && claims?.email ? { email: claims.email } : undefined
}

function readStoredUser(): Partial<RememberedUser> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(rememberedUserKey) ?? '') as RememberedUser | null) ?? undefined
  } catch {
    return undefined
  }
}

export const lastSignedInRole = (): Role | undefined => (localStorage.getItem(roleKey) as Role | null) ?? undefined
