import { createApi } from '#client/core/http/api.ts'
import { fetchJson } from '#client/core/http/fetch-json.ts'
import { authContract, User } from '#shared/auth/contract.ts'
import { parseClaims } from './claims.ts'
import { type RememberedUser, rememberedUserKey } from './remembered-user.ts'

/** A network that swallows what it is given must not hold the session up for longer, ms. */
const requestTimeoutMs = 30_000

/**
 * Modules that only a returning user needs, loaded when a session is restored: contracts import the schema library, and
 * a visitor's first page does without it.
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
