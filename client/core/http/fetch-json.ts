import { localeTag } from '#client/core/i18n/locale.ts'
import { preferences } from '#client/core/session/preferences.ts'
import type { Send } from './api.ts'

/** The request did not reach the server or its answer did not come back. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** One exchange over the network, without a session: JSON both ways, in the language of the interface. */
export const fetchJson = async (
  { method, url, body, headers }: Parameters<Send>[0],
  signal?: AbortSignal,
): ReturnType<Send> => {
  try {
    const answer = await fetch(url, {
      method,
      ...(signal && { signal }),
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'accept-language': localeTag[preferences.getState().language],
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const patience = Number.isFinite(retryAfter) && { retryAfter }
    return { status: answer.status, body: await readBody(answer), ...patience }
  } catch (cause) {
    throw new NetworkError('The server cannot be reached', { cause })
  }
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
