import type { Contract } from '#shared/core/contract.ts'
import { isProblemBody } from '#shared/core/problem.ts'
import { crossSiteCode } from '#shared/core/session.ts'
import { type Api, createApi, type Send } from './api.ts'
import { showNotice } from './errors.ts'
import { textOf } from './i18n.ts'
import { plainSend, Unreachable } from './plain-send.ts'
import { endSession, refreshSession, session, tokenAwaited, whenEnded } from './session.ts'

whenEnded(() => showNotice(textOf('app')('sessionExpired')))

/** The headers that say who calls: the bearer token, and the demo header while looking at the demo merchant. */
export function sessionHeaders(): Record<string, string> {
  const { token, demo } = session.getState()
  return { ...(token && { authorization: `Bearer ${token}` }), ...(demo && { 'x-assay-demo': '1' }) }
}

/**
 * One exchange as the signed-in user. An expired token is exchanged and the call repeated once, with the same
 * idempotency key; a session that is over was cleared by then, with its message.
 */
export const send: Send = async (request) => {
  const attempt = () => plainSend({ ...request, headers: { ...request.headers, ...sessionHeaders() } })
  await tokenAwaited()
  const wasIn = session.getState().status === 'in'
  const answer = await attempt()
  if (!wasIn || (answer.status !== 401 && answer.status !== 403) || isCrossSite(answer.body)) return answer
  if (answer.status === 403) endSession()
  else if (await refreshSession()) return attempt()
  // The token could not be exchanged because nobody answered: the session may well be good.
  else if (session.getState().status === 'in') throw new Unreachable('The session could not be renewed')
  return answer
}

const isCrossSite = (body: unknown): boolean => isProblemBody(body) && body.error === crossSiteCode

/** The same for an exchange that is no call of a route, such as a file: `attempt` sends `sessionHeaders`. */
export async function asUser<A extends { status: number }>(attempt: () => Promise<A>): Promise<A> {
  await tokenAwaited()
  const answer = await attempt()
  return answer.status === 401 && (await refreshSession()) ? attempt() : answer
}

export function apiOf<C extends Contract>(contract: C): Api<C> {
  return createApi(contract, send)
}
