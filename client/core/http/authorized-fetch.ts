import { textOf } from '#client/core/i18n/i18n.ts'
import { endSession, isStillCurrentUser, onSessionEnded } from '#client/core/session/end-session.ts'
import { ensureNewerToken, followOtherTabs, waitForToken } from '#client/core/session/session.ts'
import { session } from '#client/core/session/session-state.ts'
import { isProblemBody } from '#shared/core/api/problem.ts'
import { crossSiteProblemCode } from '#shared/core/api/session.ts'
import type { Send } from './api.ts'
import { showErrorMessage } from './errors.ts'
import { fetchJson } from './fetch-json.ts'
import { NetworkError } from './request.ts'

onSessionEnded((why) => showErrorMessage(textOf('app')(why === 'elsewhere' ? 'leftElsewhere' : 'sessionExpired')))

/** The headers that identify the caller: the bearer token, and the demo header in demo mode. */
export function sessionHeaders(): Record<string, string> {
  const { token, demo } = session.getState()
  return { ...(token && { authorization: `Bearer ${token}` }), ...(demo && { 'x-assay-demo': '1' }) }
}

/**
 * Sends one request as the signed-in user. When the token has expired, it is refreshed and the request is sent again
 * with the same idempotency key. A session that has ended is cleared by the refresh, with its message.
 */
export const sendAuthorized: Send = async (request) => {
  await prepareSession()
  const attempt = () => fetchJson({ ...request, headers: { ...request.headers, ...sessionHeaders() } })
  const { status, token } = session.getState()
  const response = await attempt()
  if (status !== 'in' || isCrossSite(response.body)) return response
  if (response.status === 403) endSession('expired')
  if (response.status !== 401) return response
  if (await ensureNewerToken(token)) return endSessionIfUnauthorized(await attempt())
  const { status: now, serverSession } = session.getState()
  // The token could not be refreshed because the server did not respond. The session may still be valid.
  if (now === 'in' && serverSession !== 'ended') throw new NetworkError('The session could not be renewed')
  return response
}

const isCrossSite = (body: unknown): boolean => isProblemBody(body) && body.error === crossSiteProblemCode

/** Does the same for a request that is no call of a route, such as a file: `attempt` sends `sessionHeaders`. */
export async function withTokenRefresh<R extends { status: number }>(attempt: () => Promise<R>): Promise<R> {
  await prepareSession()
  const { token } = session.getState()
  const response = await attempt()
  return response.status === 401 && (await ensureNewerToken(token))
    ? endSessionIfUnauthorized(await attempt())
    : response
}

/** Waits for a refresh in progress. No request is sent as a user who signed out in another tab. */
async function prepareSession(): Promise<void> {
  await waitForToken()
  if (!isStillCurrentUser()) followOtherTabs()
}

/** If the server rejects the newest token too, a further refresh would not help, so the session ends. */
function endSessionIfUnauthorized<R extends { status: number }>(response: R): R {
  if (response.status === 401) endSession('expired')
  return response
}
