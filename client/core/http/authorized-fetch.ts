import { textOf } from '#client/core/i18n/i18n.ts'
import { ensureNewerToken, ensureToken, measured } from '#client/core/session/refresh/refresh-session.ts'
import { followOtherTabs } from '#client/core/session/session.ts'
import { dispatch, isStillCurrentUser, onSessionEnded } from '#client/core/session/session-effects.ts'
import { hasSession, hasUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { isProblemBody } from '#shared/core/api/problem.ts'
import { crossSiteProblemCode } from '#shared/core/api/session.ts'
import type { Send } from './api.ts'
import { showErrorMessage } from './errors.ts'
import { fetchJson } from './fetch-json.ts'
import { NetworkError, parseBody } from './request.ts'

onSessionEnded((why) => showErrorMessage(textOf('app')(why === 'elsewhere' ? 'leftElsewhere' : 'sessionExpired')))

/** The headers that identify the caller: the bearer token, and the demo header in demo mode. */
export function sessionHeaders(): Record<string, string> {
  const { token, demo } = session.getState()
  return { ...(token && { authorization: `Bearer ${token}` }), ...(demo && { 'x-assay-demo': '1' }) }
}

/** Sends one request as the signed-in user, see `withTokenRefresh`. */
export const sendAuthorized: Send = (request) =>
  withTokenRefresh(() =>
    measured(() => fetchJson({ ...request, headers: { ...request.headers, ...sessionHeaders() } })),
  )

/** A response of `fetch`, or one whose body is parsed. */
type AnyResponse = Response | { status: number; body: unknown }

/**
 * Sends one request as the signed-in user: `attempt` sends `sessionHeaders`. When the server rejects the token, it is refreshed
 * and the request is sent again, with the same idempotency key. A session that has ended is cleared, with its message.
 * Rejects with `NetworkError` when something between device and server denies the request, or when the server does not
 * respond to the refresh: the session may still be valid.
 */
export async function withTokenRefresh<R extends AnyResponse>(attempt: () => Promise<R>): Promise<R> {
  await prepareCall()
  const state = session.getState()
  const response = await attempt()
  if (!hasUser(state)) return response
  if (response.status !== 401) return endSessionIfDenied(response)
  if (await ensureNewerToken(state.token)) return endSessionIfDenied(await attempt())
  assertServerResponded()
  return response
}

/** Rejects with `NetworkError` if the user is still signed in after a refresh that brought no token. */
export function assertServerResponded(): void {
  if (hasSession(session.getState())) throw new NetworkError('The session could not be renewed')
}

/**
 * Waits for a token, see `ensureToken`. Rejects with `NetworkError` if the server does not respond to the refresh. No request is
 * sent as a user who signed out in another tab.
 */
export async function prepareCall(): Promise<void> {
  if (!(await ensureToken())) assertServerResponded()
  if (!isStillCurrentUser()) followOtherTabs()
}

/** If the server denies the newest token, a further refresh would not help, so the session ends. */
async function endSessionIfDenied<R extends AnyResponse>(response: R): Promise<R> {
  if (response.status !== 401 && response.status !== 403) return response
  const body = response instanceof Response ? parseBody(await response.clone().text()) : response.body
  if (!isProblemBody(body)) throw new NetworkError('The request was denied, but not by the server')
  if (body.error !== crossSiteProblemCode) dispatch({ type: 'denied' })
  return response
}
