import { z } from 'zod'
import { User } from '#shared/auth/contract.ts'
import { Claims } from './claims.ts'

const key = 'assay.identity'

/** Who was signed in last on this device: enough to open the app without a connection, nothing that a server accepts. */
export const Identity = z.object({ claims: Claims, user: User })
export type Identity = z.infer<typeof Identity>

export function rememberIdentity(identity: Identity): void {
  localStorage.setItem(key, JSON.stringify(identity))
}

export function rememberedIdentity(): Identity | undefined {
  try {
    return Identity.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

export function forgetIdentity(): void {
  localStorage.removeItem(key)
}
