import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { ApiError, type HttpResponse } from './api.ts'

/** The request did not reach the server, or its response did not arrive. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Whether an error says nothing about what the server did: its response was lost, or a proxy answered in its place. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && !error.hasProblem)

/** The headers of every request: errors and files come in the language of the interface. */
export function requestHeaders(headers: Record<string, string> = {}): Record<string, string> {
  return { 'accept-language': localeTag[preferences.getState().language], ...headers }
}

type RequestOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Sends a request with the common headers. Rejects as `fetch` does. */
export function sendRequest(url: string, { headers, ...options }: RequestOptions = {}): Promise<Response> {
  return fetch(url, { credentials: 'same-origin', ...options, headers: requestHeaders(headers) })
}

/**
 * Reads the status, the parsed body and Retry-After of a response. `readText` replaces the way in which the text is
 * read.
 */
export async function readResponse(
  response: Response,
  readText: (response: Response) => Promise<string> = (response) => response.text(),
): Promise<HttpResponse> {
  const retryAfter = readRetryAfter(response)
  const body = parseBody(await readText(response))
  return { status: response.status, body, ...(retryAfter !== undefined && { retryAfter }) }
}

/** The Retry-After header of a response, in seconds. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** A body is JSON, or the text of a proxy or of a server that stopped. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Rejects with `NetworkError` when a request fails. An error response of the server (`ApiError`) is passed on. */
export async function withNetworkError<T>(message: string, exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new NetworkError(message, { cause })
  }
}
