import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { ForbiddenAddressError, type Targets, UnknownHostError } from '#server/core/network/targets.ts'
import { isTlsError } from '#server/core/network/tls-error.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import type { WebhookFailure } from '#shared/webhook/contract.ts'
import { retryAfterSeconds } from './schedule.ts'

/** What became of an attempt. `failure` is null if the message has arrived. */
export type Outcome = {
  failure: WebhookFailure | null
  status: number | null
  answer: string | null
  milliseconds: number
  /** Seconds, of a receiver that is overloaded. */
  retryAfter: number
}

/** From the search of the address to the last byte of the answer. */
const longestAttemptMs = 15_000
const longestAnswer = 1_024
/** Idle connections to one host that are kept, and for how long. */
const idleConnections = { maxFreeSockets: 20, timeout: 20_000 }

export type Poster = {
  post(url: string, body: string, headers: Record<string, string>): Promise<Outcome>
  /** Breaks off all attempts and closes all connections. */
  close(): void
}

export function openPoster(targets: Targets, attemptMs = longestAttemptMs): Poster {
  const agent = new Agent({ keepAlive: true, ...idleConnections })
  const running = new Set<AbortController>()

  const call = (url: URL, body: string, headers: Record<string, string>, signal: AbortSignal) =>
    new Promise<Omit<Outcome, 'milliseconds'>>((resolve, reject) => {
      const options = { method: 'POST', agent, lookup: targets.lookup, signal, headers: headersOf(body, headers) }
      const sent = request(url, options, (response) => {
        readAnswer(response).then((answer) => resolve({ ...judge(response), answer }), reject)
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed an idle connection in the moment in which it was used again.
        const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        if (isStale && !signal.aborted) call(url, body, headers, signal).then(resolve, reject)
        else reject(error)
      })
      sent.end(body)
    })

  return {
    async post(url, body, headers) {
      requireNoTransaction('webhook')
      const start = performance.now()
      const abort = new AbortController()
      running.add(abort)
      const timer = setTimeout(() => abort.abort(), attemptMs)
      const elapsed = () => Math.round(performance.now() - start)
      try {
        return { ...(await call(targets.parse(url), body, headers, abort.signal)), milliseconds: elapsed() }
      } catch (error) {
        const failure = abort.signal.aborted ? 'timeout' : failureOf(error as NodeJS.ErrnoException)
        return { failure, status: null, answer: null, retryAfter: 0, milliseconds: elapsed() }
      } finally {
        clearTimeout(timer)
        running.delete(abort)
      }
    },
    close() {
      for (const abort of running) abort.abort()
      agent.destroy()
    },
  }
}

const headersOf = (body: string, headers: Record<string, string>) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'user-agent': 'Assay-Webhooks/1',
  ...headers,
})

/** Reads the beginning of the answer, and closes the connection of a longer one. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= longestAnswer) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, longestAnswer)
  // Leaves out a letter of which only the first bytes were read. PostgreSQL cannot store NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
}

function judge({ statusCode: status = 0, headers }: IncomingMessage): Omit<Outcome, 'milliseconds' | 'answer'> {
  const isBusy = status === 429 || status === 503
  const retryAfter = isBusy ? retryAfterSeconds(headers['retry-after'], new Date()) : 0
  return { status, retryAfter, failure: failureOfStatus(status) }
}

function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'status'
}

function failureOf(error: NodeJS.ErrnoException): WebhookFailure {
  if (error instanceof ForbiddenAddressError) return 'address'
  if (error instanceof UnknownHostError) return 'name'
  return isTlsError(error.code ?? '') ? 'tls' : 'connection'
}
