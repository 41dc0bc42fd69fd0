import type { Send } from './api.ts'
import { readResponse, sendRequest, withNetworkError } from './request.ts'

/** Sends one request without a session, with JSON in both directions, in the language of the interface. */
export const fetchJson = (
  { method, url, body, headers }: Parameters<Send>[0],
  signal?: AbortSignal,
): ReturnType<Send> =>
  withNetworkError('The server cannot be reached', async () =>
    readResponse(
      await sendRequest(url, {
        method,
        ...(signal && { signal }),
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ),
  )
