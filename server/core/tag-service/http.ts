import { systemErrorOf } from '#server/core/db/database-error.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import { TagServiceError } from './error.ts'

export type HttpLimits = { timeoutMs: number; maxBytes: number }

/**
 * One HTTP call. Errors name the host and the `what` of the caller, because the query of the URL contains the token: the error of
 * `fetch` is not passed on.
 *
 * @throws TagServiceError `unreachable` without a complete response, `invalid` if it is larger than `maxBytes`
 */
export async function exchange(what: string, url: URL, init: RequestInit, { timeoutMs, maxBytes }: HttpLimits) {
  requireNoTransaction(what)
  try {
    // A redirect would take the token in the query to another host.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, body: await readText(response, what, maxBytes) }
  } catch (error) {
    if (error instanceof TagServiceError) throw error
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    const reason = timedOut ? `timeout after ${timeoutMs} ms` : (systemErrorOf(error)?.code ?? 'connection closed')
    throw new TagServiceError('unreachable', `${what}: no response from ${url.host} (${reason})`, !timedOut)
  }
}

async function readText(response: Response, what: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new TagServiceError('invalid', `${what}: the response is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
