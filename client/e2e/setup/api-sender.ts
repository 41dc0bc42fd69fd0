import type { Send } from '#client/core/http/api.ts'
import { ownAddress } from './own-address.ts'

/** Sends real HTTP requests to the server with this token. Without one they come from an address of their own. */
export function sender(baseURL: string, token?: string): Send {
  const sentWith = token ? { authorization: `Bearer ${token}` } : ownAddress()
  return async ({ method, url, body, headers }) => {
    const answer = await fetch(baseURL + url, {
      method,
      headers: {
        ...sentWith,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}
