import { ApiError, createApi } from '#client/core/http/api.ts'
import { fetchJson } from '#client/core/http/fetch-json.ts'
import { NetworkError } from '#client/core/http/request.ts'
import { authContract, type Session, User } from '#shared/auth/contract.ts'
import { parseClaims } from './claims.ts'
import type { RememberedUser } from './session-machine.ts'
import { rememberedUserKey } from './session-storage.ts'

/** Timeout (ms), since a network may accept a request and never respond. */
const requestTimeoutMs = 30_000

/**
 * Modules that only a returning user needs, loaded when a session is restored. Contracts import the schema library,
 * which the first page of a visitor does not need.
 */
const authApi = createApi(authContract, (request) => fetchJson(request, AbortSignal.timeout(requestTimeoutMs)))

/** Exchanges the refresh cookie for a new session. */
export const refreshOnServer = (): Promise<Session> => onlyFromServer('refresh', authApi.refresh())

/** Ends the session of the refresh cookie. */
export const signOutOnServer = (): Promise<unknown> => onlyFromServer('signOut', authApi.signOut())

/**
 * Resolves to a response with the declared shape. Rejects with `NetworkError` when anything else than our server
 * responded, such as the sign-in page of a network: the session may still be valid.
 */
async function onlyFromServer<T>(name: keyof typeof authContract, response: Promise<T>): Promise<T> {
  const body = await response.catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429 && !error.hasProblem)
      throw new NetworkError('The response does not come from the server', { cause: error })
    throw error
  })
  const parsed = authContract[name].answer.safeParse(body)
  if (!parsed.success) throw new NetworkError('The response does not come from the server', { cause: parsed.error })
  return parsed.data as T
}

export function parseRememberedUser(): RememberedUser | undefined {
  try {
    const { claims, user } = JSON.parse(localStorage.getItem(rememberedUserKey) ?? '')
    const known = parseClaims(claims)
    return known && { claims: known, user: User.parse(user) }
  } catch {
    return undefined
  }
}
