import type { User } from '#shared/auth/contract.ts'
import type { Claims } from './claims.ts'

/** Who was signed in last on this device: enough to open the app without a connection, nothing that a server accepts. */
export type Identity = { claims: Claims; user: User }

export const identityKey = 'assay.identity'

export function rememberIdentity(identity: Identity): void {
  localStorage.setItem(identityKey, JSON.stringify(identity))
}

export function forgetIdentity(): void {
  localStorage.removeItem(identityKey)
}

/** Somebody works with this device, whether or not the session goes on. */
export const hasIdentity = (): boolean => localStorage.getItem(identityKey) !== null
