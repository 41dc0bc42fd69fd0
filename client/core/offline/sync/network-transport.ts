import { assertServerResponded, prepareCall, sessionHeaders } from '#client/core/http/authorized-fetch.ts'
import { readResponse, sendRequest } from '#client/core/http/request.ts'
import type { Owner } from '#client/core/offline/database/database-name.ts'
import { ensureNewerToken } from '#client/core/session/refresh/refresh-session.ts'
import { isStillCurrentUser } from '#client/core/session/session-effects.ts'
import { hasSession } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { encodeBody, type Transport, type TransportResponse } from './transport.ts'

/**
 * The transport of one user. Returns 401 without sending when another user or no user is signed in, in any tab, or the
 * session has ended. So no operation is sent with another user's token. Waits for a token as other calls do, and throws when the
 * server does not respond to its refresh.
 */
export function networkTransport({ userId }: Owner): Transport {
  const isOwner = () => {
    const state = session.getState()
    return state.claims?.sub === userId && !state.demo && hasSession(state) && isStillCurrentUser()
  }
  return async (request) => {
    const attempt = () => (isOwner() ? fetchRequest(request, sessionHeaders()) : { status: 401, body: undefined })
    if (isOwner()) await prepareCall()
    const { token } = session.getState()
    const response = await attempt()
    if (response.status !== 401 || !isOwner()) return response
    if (await ensureNewerToken(token)) return attempt()
    assertServerResponded()
    return response
  }
}

/** The transport in demo mode, which can only read. */
export const demoTransport: Transport = async (request) =>
  request.method === 'GET' && session.getState().demo
    ? fetchRequest(request, sessionHeaders())
    : { status: 401, body: undefined }

async function fetchRequest(
  { method, url, body, signal, moves }: Parameters<Transport>[0],
  headers: Record<string, string>,
): Promise<TransportResponse> {
  const { bytes, ...described } = await encodeBody(body)
  moves?.(bytes?.length)
  const response = await sendRequest(url, {
    method,
    signal,
    headers: { accept: 'application/json', ...headers, ...described.headers },
    ...(bytes && { body: bytes }),
  })
  return readResponse(response, (response) => readText(response, moves))
}

/** Reads the text of a response and reports each part, however slowly it arrives. */
async function readText({ body }: Response, moves?: () => void): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    moves?.()
    parts.push(part.value)
  }
  return parts.join('')
}
