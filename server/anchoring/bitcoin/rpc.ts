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
export class BitcoinUnreachable extends Error {
  override name = 'BitcoinUnreachable'
}

/** The error codes of bitcoind that anchoring handles. */
export const BITCOIN_RPC = {
  notFound: -5,
  invalidParameter: -8,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
} as const

/** A repeated call would mine or undo more blocks. Sending the same transaction twice is harmless. */
const NOT_REPEATABLE = new Set(['generatetoaddress', 'generateblock', 'invalidateblock', 'reconsiderblock'])
const ATTEMPTS = 3
const USUAL_MS = 30_000
/** A scan of all unspent outputs takes minutes on a public network. The HTTP client has its own limit of 300 s. */
const SLOW = new Map([['scantxoutset', 290_000]])

interface BitcoinRpcOptions {
  /** May contain user and password: http://user:password@host:port. */
  url: string
  user?: string
  password?: string
  /** Timeout of every call. Default: 30 s, longer for calls that are known to be slow. */
  timeoutMs?: number
}

export interface BitcoinRpc {
  call<T>(method: string, ...params: unknown[]): Promise<T>
}

export function createBitcoinRpc({ url, user, password, timeoutMs }: BitcoinRpcOptions): BitcoinRpc {
  const target = new URL(url)
  const name = user ?? decodeURIComponent(target.username)
  const secret = password ?? decodeURIComponent(target.password)
  target.username = ''
  target.password = ''
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  let id = 0

  async function post(method: string, params: unknown[]): Promise<Response> {
    return fetch(target, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: ++id, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs ?? SLOW.get(method) ?? USUAL_MS),
    })
  }

  /** A keep-alive socket that the node has closed fails only on use. The call is then repeated on a new socket. */
  async function exchange(method: string, params: unknown[]): Promise<{ status: number; body: string }> {
    const attempts = NOT_REPEATABLE.has(method) ? 1 : ATTEMPTS
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await post(method, params)
        return { status: response.status, body: await response.text() }
      } catch (error) {
        if (attempt < attempts && !isTimeout(error)) continue
        throw new BitcoinUnreachable(`${method}: no response from ${target.host}`, { cause: error })
      }
    }
  }

  return {
    async call<T>(method: string, ...params: unknown[]): Promise<T> {
      const { status, body } = await exchange(method, params)
      if (status === 401 || status === 403) {
        throw new BitcoinUnreachable(`${method}: ${target.host} rejected the user or password`)
      }
      const answer = parseAnswer(body)
      if (!answer) throw new BitcoinUnreachable(`${method}: ${target.host} returned ${status} without JSON-RPC`)
      if (answer.error) throw new BitcoinRpcError(method, answer.error.code, answer.error.message)
      return answer.result as T
    },
  }
}

interface Answer {
  result?: unknown
  error?: { code: number; message: string } | null
}

function parseAnswer(body: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null && 'result' in answer ? (answer as Answer) : undefined
  } catch {
    return undefined
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
