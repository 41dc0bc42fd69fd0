import type { Send } from '#client/core/http/api.ts'

/** Sends real HTTP requests to the server with this token. */
export function sender(baseURL: string, token?: string): Send {
  return async ({ method, url, body, headers }) => {
    const answer = await fetch(baseURL + url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}
