import type { z } from 'zod'
import { urlOf } from '#client/core/http/api.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { coreProblems, isProblemBody, type ProblemBody } from '#shared/core/api/problem.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { SyncStoppedError, type Transport } from './transport.ts'

/**
 * Timeout (ms) without received data after which a request fails. Sent bytes are not observable, so they are assumed to
 * leave at this minimum rate.
 */
const inactivityTimeoutMs = 30_000
const minBytesPerMs = 8

type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object | Uint8Array<ArrayBuffer>
}

/** The server rejected the whole request, with its message. */
export type RequestRejected = { rejected: ProblemBody; status: number }

/**
 * Calls a route of the sync contract. Accepts only a response that matches the schema, since a captive portal may
 * respond 200 with its own page. Throws `SyncStoppedError` when sending cannot continue.
 */
export async function sendSyncRequest<R extends Route>(
  transport: Transport,
  route: R,
  input: Input,
): Promise<z.output<R['answer']> | RequestRejected> {
  const { status, body, retryAfter } = await sendWithTimeout(transport, route, input)
  if (status === 200) {
    const parsed = route.answer.safeParse(body)
    if (parsed.success) return parsed.data as z.output<R['answer']>
    throw new SyncStoppedError({ reason: 'unreachable' })
  }
  const problem = isProblemBody(body) ? body : undefined
  // A person whose role may not upload files may still read.
  if (status === 403 && problem && (route as Route) === syncContract.putChunk) return { rejected: problem, status }
  if (status === 401 || (status === 403 && problem)) throw new SyncStoppedError({ reason: 'signIn' })
  if (status === 426) throw new SyncStoppedError({ reason: 'update' })
  if (problem?.error === coreProblems.unconfirmed.code) throw new SyncStoppedError({ reason: 'confirm' })
  if (status === 413) return { rejected: problem ?? tooLarge, status }
  if ((status === 400 || status === 404 || status === 409) && problem) return { rejected: problem, status }
  const ours = problem && { ours: true as const }
  throw new SyncStoppedError({ reason: 'unreachable', ...(retryAfter !== undefined && { retryAfter }), ...ours })
}

const tooLarge: ProblemBody = { error: 'core.tooLarge', message: '', reference: '', details: {} }

async function sendWithTimeout(transport: Transport, route: Route, { body, ...address }: Input) {
  const { signal, wait, stop } = createInactivityTimeout()
  wait(inactivityTimeoutMs)
  try {
    const response = transport({
      method: route.method as 'GET' | 'POST' | 'PUT',
      url: urlOf(route, address),
      ...(body !== undefined && { body }),
      signal,
      moves: (toSend = 0) => wait(inactivityTimeoutMs + toSend / minBytesPerMs),
    })
    // The sync must not wait for a request that ignores its abort.
    return await Promise.race([response, rejectOnAbort(signal)])
  } catch {
    throw new SyncStoppedError({ reason: 'unreachable' })
  } finally {
    stop()
  }
}

/** Aborts unless `wait` is called again before the timeout. */
function createInactivityTimeout() {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  const stop = () => {
    hasEnded = true
    clearTimeout(timer)
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    // An aborted request may still report progress.
    if (hasEnded) return
    timer = setTimeout(() => controller.abort(new DOMException('The network is too slow', 'TimeoutError')), ms)
  }
  return { signal: controller.signal, wait, stop }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
