import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { ApiError, type HttpAnswer } from './api.ts'

/** The request did not reach the server or its answer did not come back. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** The headers of every request: errors and files come in the language of the interface. */
export function requestHeaders(headers: Record<string, string> = {}): Record<string, string> {
  return { 'accept-language': localeTag[preferences.getState().language], ...headers }
}

type RequestOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Sends a request with the common headers. Rejects as `fetch` does. */
export function sendRequest(url: string, { headers, ...options }: RequestOptions = {}): Promise<Response> {
  return fetch(url, { credentials: 'same-origin', ...options, headers: requestHeaders(headers) })
}

/** The status, the parsed body and the requested pause of an answer. `readText` replaces how its text is read. */
export async function readAnswer(
  answer: Response,
  readText: (answer: Response) => Promise<string> = (response) => response.text(),
): Promise<HttpAnswer> {
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const body = parseBody(await readText(answer))
  return { status: answer.status, body, ...(Number.isFinite(retryAfter) && { retryAfter }) }
}

/** A body is JSON, or the text of a proxy or of a server that stopped. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Rejects with `NetworkError` where an exchange fails; an error that the server answered passes. */
export async function withNetworkError<T>(message: string, exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new NetworkError(message, { cause })
  }
}
