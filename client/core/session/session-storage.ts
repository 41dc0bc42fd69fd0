import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { endRemoval, requestRemoval } from '#client/core/offline/removal/pending-removals.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { RememberedUser } from './session-machine.ts'

// What all tabs of this device and its next start share.

export const rememberedUserKey = 'assay.identity'
/** The role of the last user. Kept after a sign-out, since it does not identify a person. */
const roleKey = 'assay.role'
/** The last sign-out of this device: `leaving <id>` until the server has confirmed it, then `left <id>`. */
const signOutKey = 'assay.departure'

/** Whether a change of the storage concerns the session. Without a key, everything was deleted. */
export const isSessionKey = (key: string | null): boolean =>
  key === null || key === rememberedUserKey || key === signOutKey

/** Returns false when the device has no space to store it. */
export function rememberUser({ claims, user }: RememberedUser): boolean {
  const identity: RememberedUser = { claims, user }
  const [before, now] = [rememberedOwner(), ownerOf(identity)]
  if (before && before.userId !== now?.userId) requestRemoval(before)
  if (now) endRemoval(databaseName(now))
  try {
    localStorage.setItem(rememberedUserKey, JSON.stringify(identity))
    localStorage.setItem(roleKey, claims.role)
    return true
  } catch {
    return false
  }
}

/** Data of the remembered user that is deleted together with them. */
export const storedBalanceKey = 'assay.balance'
/** Begins the keys of results that screens show without a connection. */
export const lastStatePrefix = 'assay.last.'
/** The account whose first scan this device has not announced yet. */
export const awaitedScanKey = 'assay.awaitedScan'

export function forgetRememberedUser(): void {
  const owner = rememberedOwner()
  if (owner) requestRemoval(owner)
  const results = Object.keys(localStorage).filter((key) => key.startsWith(lastStatePrefix))
  for (const key of [rememberedUserKey, storedBalanceKey, awaitedScanKey, ...results]) localStorage.removeItem(key)
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

/** Records a sign-out that the server has not confirmed. Returns false when the device has no space to store it. */
export function recordSignOut(signOutId: string): boolean {
  try {
    localStorage.setItem(signOutKey, `leaving ${signOutId}`)
    return true
  } catch {
    return false
  }
}

/** Returns the sign-out that the server has not confirmed. A sign-in, in any tab, cancels it. */
export function pendingSignOut(): string | undefined {
  const [state, signOutId] = localStorage.getItem(signOutKey)?.split(' ') ?? []
  return state === 'leaving' ? signOutId : undefined
}

/** Marks a sign-out as confirmed. A response to an older sign-out does not confirm a later one. */
export function confirmSignOut(signOutId: string | undefined): void {
  if (!signOutId || pendingSignOut() !== signOutId) return
  try {
    localStorage.setItem(signOutKey, `left ${signOutId}`)
  } catch {
    localStorage.removeItem(signOutKey)
  }
}

/** The last sign-out that this device has stored. */
export const storedSignOut = (): string | undefined => localStorage.getItem(signOutKey)?.split(' ').at(-1)
