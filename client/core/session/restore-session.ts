import { createApi } from '#client/core/http/api.ts'
import { fetchJson } from '#client/core/http/fetch-json.ts'
import { authContract, User } from '#shared/auth/contract.ts'
import { parseClaims } from './claims.ts'
import { type RememberedUser, rememberedUserKey } from './remembered-user.ts'

/** Timeout (ms), since a network may accept a request and never respond. */
const requestTimeoutMs = 30_000

/**
 * Modules that only a returning user needs, loaded when a session is restored. Contracts import the schema library,
 * which the first page of a visitor does not need.
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
