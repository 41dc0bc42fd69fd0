import { createApi } from '#client/core/http/api.ts'
import { fetchJson } from '#client/core/http/fetch-json.ts'
import { authContract, User } from '#shared/auth/contract.ts'
import { parseClaims } from './claims.ts'
import { type RememberedUser, rememberedUserKey } from './remembered-user.ts'

/** A network that swallows what it is given must not hold the session up for longer, ms. */
const requestTimeoutMs = 30_000

/**
 * What only somebody needs who was here before, fetched where there is a session to go on with: contracts bring the schema
 * library along, and a visitor's first page goes without.
 */
export const authApi = createApi(authContract, (request) => fetchJson(request, AbortSignal.timeout(requestTimeoutMs)))

export function parseRememberedUser(): RememberedUser | undefined {
  try {
    const { claims, user } = JSON.parse(localStorage.getItem(rememberedUserKey) ?? '')
    const known = parseClaims(claims)
    return known && { claims: known, user: User.parse(user) }
  } catch {
    return undefined
  }
}
