import { NodeUnreachableError } from '#server/anchoring/jobs/blocked.ts'
import { createResponseTimes, type ResponseTimes } from '#server/anchoring/nodes/response-times.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'

/** No usable response: the state of the node is unknown. */
export class CatapultUnreachableError extends NodeUnreachableError {
  override name = 'CatapultUnreachableError'
}

/** The node, or a gateway before it, rejects the user or password. */
export class CatapultAuthError extends CatapultUnreachableError {
  override name = 'CatapultAuthError'
}

const attempts = 3

/** The REST calls that anchoring uses. All of them are idempotent: announcing the same bytes twice is harmless. */
export type CatapultRest = {
  /** Host and port. */
  host: string
  responseTimes: ResponseTimes
  /** Returns undefined when the node responds with "not found". */
  get<T>(path: string): Promise<T | undefined>
  put(path: string, body: unknown): Promise<void>
  /** A read whose parameters do not fit in a path. */
  post<T>(path: string, body: unknown): Promise<T>
}

/** @param url may contain user and password for a gateway before the node */
export function createCatapultRest(url: string, timeoutMs = 30_000): CatapultRest {
  const target = new URL(url)
  const { host, username, password } = target
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username && `Basic ${Buffer.from(credentials).toString('base64')}`
  Object.assign(target, { username: '', password: '' })
  const base = target.href.replace(/\/+$/, '')

  const responseTimes = createResponseTimes(host)

  /** A keep-alive socket that the node has closed fails only on use. The call is then retried on a new socket. */
  async function exchange(path: string, init: RequestInit): Promise<{ status: number; body: string }> {
    requireNoTransaction(path)
    for (let attempt = 1; ; attempt++) {
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const headers = { ...init.headers, ...(authorization && { authorization }) }
        return await responseTimes.measure(async () => {
          const response = await fetch(base + path, { ...init, headers, redirect: 'error', signal })
          if (response.status === 401 || response.status === 403) {
            await response.body?.cancel()
            throw new CatapultAuthError(`${path}: ${host} rejected the user or password`)
          }
          return { status: response.status, body: await response.text() }
        })
      } catch (error) {
        if (error instanceof CatapultAuthError) throw error
        const timedOut = error instanceof Error && error.name === 'TimeoutError'
        if (attempt < attempts && !timedOut) continue
        throw new CatapultUnreachableError(`${path}: no response from ${host}`, { cause: error })
      }
    }
  }

  const withBody = (method: 'PUT' | 'POST', body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  async function read<T>(path: string, init: RequestInit): Promise<T | undefined> {
    const { status, body } = await exchange(path, init)
    if (status === 404) return undefined
    if (status !== 200) throw new CatapultUnreachableError(`${path}: ${host} returned ${status}`)
    try {
      return JSON.parse(body) as T
    } catch (error) {
      throw new CatapultUnreachableError(`${path}: ${host} returned no JSON`, { cause: error })
    }
  }

  return {
    host,
    responseTimes,
    get: (path) => read(path, {}),
    async put(path, body) {
      const { status } = await exchange(path, withBody('PUT', body))
      if (status >= 300) throw new CatapultUnreachableError(`${path}: ${host} returned ${status}`)
    },
    async post<T>(path: string, body: unknown) {
      const found = await read<T>(path, withBody('POST', body))
      if (found === undefined) throw new CatapultUnreachableError(`${path}: ${host} does not know this call`)
      return found
    },
  }
}
