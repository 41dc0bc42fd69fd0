import { authContract, User } from '#shared/auth/contract.ts'
import { createApi } from './api.ts'
import { claimsOf } from './claims.ts'
import { type Identity, identityKey } from './identity.ts'
import { plainSend } from './plain-send.ts'

/** A network that swallows what it is given must not hold the session up for longer, ms. */
const answerMs = 30_000

/**
 * What only somebody needs who was here before, fetched where there is a session to go on with: contracts bring the schema
 * library along, and a visitor's first page goes without.
 */
export const auth = createApi(authContract, (request) => plainSend(request, AbortSignal.timeout(answerMs)))

export function rememberedIdentity(): Identity | undefined {
  try {
    const { claims, user } = JSON.parse(localStorage.getItem(identityKey) ?? '')
    const known = claimsOf(claims)
    return known && { claims: known, user: User.parse(user) }
  } catch {
    return undefined
  }
}
