import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { NodeUnreachableError } from '#server/anchoring/jobs/blocked.ts'
import { createResponseTimes, type ResponseTimes } from '#server/anchoring/nodes/response-times.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'

/** An error response of bitcoind. The caller decides by `code`. */
export class BitcoinRpcError extends Error {
  override name = 'BitcoinRpcError'
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

/** No usable response: the state of the node is unknown. The message never contains the password. */
export class BitcoinUnreachableError extends NodeUnreachableError {
  override name = 'BitcoinUnreachableError'
}

/** The node rejects the user or password. */
export class BitcoinAuthError extends BitcoinUnreachableError {
  override name = 'BitcoinAuthError'
}

/** The error codes of bitcoind that anchoring handles. */
export const bitcoinRpc = {
  notFound: -5,
  invalidParameter: -8,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
  unknownMethod: -32601,
  /** Among others, a block that a pruned node has deleted. */
  misc: -1,
} as const

/** Calls that are not idempotent: they would mine or undo more blocks. Sending the same transaction twice is harmless. */
const notRepeatable = new Set(['generatetoaddress', 'generateblock', 'invalidateblock', 'reconsiderblock'])
const maxAttempts = 3
const usualMs = 30_000

type BitcoinRpcOptions = {
  /** May contain user and password: http://user:password@host:port. */
  url: string
  user?: string
  password?: string
  /** Read at each call while no user is given: the node writes a new password at each start. */
  cookieFile?: string | undefined
  /** Timeout of every call except a scan. Default: 30 s. */
  timeoutMs?: number
}

export type BitcoinRpc = {
  responseTimes: ResponseTimes
  call<T>(method: string, ...params: unknown[]): Promise<T>
  /**
   * Scans all unspent outputs for addresses, which takes minutes on a public network. A scan that is aborted or times out is also
   * ended on the node.
   */
  scan<T>(addresses: readonly string[], limits: ScanLimits): Promise<T>
}

type ScanLimits = {
  timeoutMs: number
  signal: AbortSignal
}

export function createBitcoinRpc({ url, user, password, cookieFile, timeoutMs }: BitcoinRpcOptions): BitcoinRpc {
  const target = new URL(url)
  const name = user ?? decodeURIComponent(target.username)
  const secret = password ?? decodeURIComponent(target.password)
  target.username = ''
  target.password = ''
  const isGiven = name !== '' || cookieFile === undefined
  const responseTimes = createResponseTimes(target.host)
  let id = 0

  async function headers() {
    const credentials = isGiven ? `${name}:${secret}` : await readCookie(cookieFile)
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    return { authorization, 'content-type': 'application/json' }
  }
  const bodyOf = (method: string, params: unknown[]) => JSON.stringify({ jsonrpc: '1.0', id: ++id, method, params })

  async function post(method: string, params: unknown[]): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs ?? usualMs)
    const body = bodyOf(method, params)
    return fetch(target, { method: 'POST', headers: await headers(), body, redirect: 'error', signal })
  }

  /** fetch times out after 300 s without headers. */
  async function postSlowly(method: string, params: unknown[], signal: AbortSignal): Promise<string> {
    const send = target.protocol === 'https:' ? https.request : http.request
    const body = bodyOf(method, params)
    const outgoing = send(target, { method: 'POST', headers: await headers(), agent: false, signal })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response', { signal })) as [http.IncomingMessage]
    return text(response)
  }

  function resultOf<T>(method: string, status: number, body: string): T {
    if (status === 401 || status === 403) {
      throw new BitcoinAuthError(`${method}: ${target.host} rejected the user or password`)
    }
    const answer = parseAnswer(body)
    if (!answer) throw new BitcoinUnreachableError(`${method}: ${target.host} returned ${status} without JSON-RPC`)
    if (answer.error) throw new BitcoinRpcError(method, answer.error.code, answer.error.message)
    return answer.result as T
  }

  /** A keep-alive socket that the node has closed fails only on use. The call is then retried on a new socket. */
  async function exchange(method: string, params: unknown[]): Promise<{ status: number; body: string }> {
    requireNoTransaction(method)
    const attempts = notRepeatable.has(method) ? 1 : maxAttempts
    for (let attempt = 1; ; attempt++) {
      try {
        return await responseTimes.measure(async () => {
          const response = await post(method, params)
          return { status: response.status, body: await response.text() }
        })
      } catch (error) {
        if (error instanceof BitcoinAuthError) throw error
        if (attempt < attempts && !isTimeout(error)) continue
        throw new BitcoinUnreachableError(`${method}: no response from ${target.host}`, { cause: error })
      }
    }
  }

  return {
    responseTimes,
    async call<T>(method: string, ...params: unknown[]): Promise<T> {
      const { status, body } = await exchange(method, params)
      return resultOf<T>(method, status, body)
    },
    async scan<T>(addresses: readonly string[], { timeoutMs: limit, signal }: ScanLimits) {
      requireNoTransaction('scantxoutset')
      const ended = AbortSignal.any([signal, AbortSignal.timeout(limit)])
      try {
        const params = ['start', addresses.map((address) => `addr(${address})`)]
        return resultOf<T>('scantxoutset', 200, await postSlowly('scantxoutset', params, ended))
      } catch (error) {
        if (error instanceof BitcoinRpcError) throw error
        // The node would continue the scan after its client has disconnected, and reject the next one meanwhile.
        await exchange('scantxoutset', ['abort']).catch(() => undefined)
        throw new BitcoinUnreachableError(`scantxoutset: the scan on ${target.host} was aborted or timed out`, {
          cause: error,
        })
      }
    },
  }
}

/**
 * User and password of a node, as bitcoind writes them at each start: `__cookie__:` and 64 hex digits
 * (src/rpc/request.cpp of Bitcoin Core).
 */
async function readCookie(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new BitcoinAuthError(`BITCOIN_COOKIE_FILE cannot be read: ${loggedMessage(error)}`)
  }
}

type RpcResponse = {
  result?: unknown
  error?: { code: number; message: string } | null
}

function parseAnswer(body: string): RpcResponse | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null && 'result' in answer ? (answer as RpcResponse) : undefined
  } catch {
    return undefined
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
