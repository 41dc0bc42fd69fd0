/** No usable response: the state of the node is unknown. */
export class CatapultUnreachable extends Error {
  override name = 'CatapultUnreachable'
}

const ATTEMPTS = 3

/** The REST calls that anchoring uses. All of them may be repeated: announcing the same bytes twice is harmless. */
export interface CatapultRest {
  /** Returns undefined when the node responds with "not found". */
  get<T>(path: string): Promise<T | undefined>
  put(path: string, body: unknown): Promise<void>
}

export function createCatapultRest(url: string, timeoutMs = 10_000): CatapultRest {
  const base = url.replace(/\/+$/, '')
  const { host } = new URL(url)

  /** A keep-alive socket that the node has closed fails only on use. The call is then repeated on a new socket. */
  async function exchange(path: string, init: RequestInit): Promise<{ status: number; body: string }> {
    for (let attempt = 1; ; attempt++) {
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const response = await fetch(base + path, { ...init, redirect: 'error', signal })
        return { status: response.status, body: await response.text() }
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError'
        if (attempt < ATTEMPTS && !timedOut) continue
        throw new CatapultUnreachable(`${path}: no response from ${host}`, { cause: error })
      }
    }
  }

  return {
    async get<T>(path: string): Promise<T | undefined> {
      const { status, body } = await exchange(path, {})
      if (status === 404) return undefined
      if (status !== 200) throw new CatapultUnreachable(`${path}: ${host} returned ${status}`)
      try {
        return JSON.parse(body) as T
      } catch (error) {
        throw new CatapultUnreachable(`${path}: ${host} returned no JSON`, { cause: error })
      }
    },
    async put(path, body) {
      const headers = { 'content-type': 'application/json' }
      const { status } = await exchange(path, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (status >= 300) throw new CatapultUnreachable(`${path}: ${host} returned ${status}`)
    },
  }
}
