import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { endRemoval, requestRemoval } from '#client/core/offline/removal/pending-removals.ts'
import type { User } from '#shared/auth/contract.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { Claims } from './claims.ts'

/**
 * The last signed-in user of this device: enough to open the app without a connection, but no credential for the
 * server. Kept when the session ends; deleted by a sign-out or the sign-in of another user.
 */
export type RememberedUser = { claims: Claims; user: User }

export const rememberedUserKey = 'assay.identity'
/** The role of the last user. Kept after a sign-out, since it does not identify a person. */
const roleKey = 'assay.role'

/** Returns false when the device has no space to store it. */
export function rememberUser(identity: RememberedUser): boolean {
  const [before, now] = [rememberedOwner(), ownerOf(identity)]
  if (before && before.userId !== now?.userId) requestRemoval(before)
  if (now) endRemoval(databaseName(now))
  try {
    localStorage.setItem(rememberedUserKey, JSON.stringify(identity))
    localStorage.setItem(roleKey, identity.claims.role)
    return true
  } catch {
    return false
  }
}

/** Data of the remembered user that is deleted together with them. */
export const storedBalanceKey = 'assay.balance'
/** The account whose first scan this device has not announced yet. */
export const awaitedScanKey = 'assay.awaitedScan'

export function forgetRememberedUser(): void {
  const owner = rememberedOwner()
  if (owner) requestRemoval(owner)
  localStorage.removeItem(rememberedUserKey)
  localStorage.removeItem(storedBalanceKey)
  localStorage.removeItem(awaitedScanKey)
}

/** Whether this device has a remembered user, with or without a session. */
export const hasRememberedUser = (): boolean => localStorage.getItem(rememberedUserKey) !== null

/** The account of the remembered user, the same in every tab. */
export const rememberedUserId = (): string | undefined => readStoredUser()?.claims?.sub

/** The owner of the data of this device; undefined for users without offline data. */
export const rememberedOwner = (): Owner | undefined => ownerOf(readStoredUser())

function ownerOf({ user }: Partial<RememberedUser> = {}): Owner | undefined {
  return user?.merchantId ? { userId: user.id, merchantId: user.merchantId } : undefined
}

/** The remembered user if they can work without a connection: only users of a merchant have data on this device. */
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
