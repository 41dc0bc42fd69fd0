/** No usable answer: nothing is known about what the node did. */
export class CatapultUnreachable extends Error {
  override name = 'CatapultUnreachable'
}

const ATTEMPTS = 3
const TIMEOUT_MS = 10_000

/** The REST calls that anchoring uses. All may be repeated: announcing the same bytes twice is harmless. */
export interface CatapultRest {
  get<T>(path: string): Promise<T | undefined>
  put(path: string, body: unknown): Promise<void>
}

export function createCatapultRest(url: string): CatapultRest {
  const base = url.replace(/\/+$/, '')

  /** A kept-alive socket that the node has closed fails only when it is used; a new one is then opened. */
  async function exchange(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetch(base + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError'
        if (attempt === ATTEMPTS || timedOut) throw new CatapultUnreachable(`${path}: no answer`, { cause: error })
      }
    }
  }

  return {
    /** Undefined where the node knows nothing of that name. */
    async get<T>(path: string): Promise<T | undefined> {
      const response = await exchange(path, {})
      if (response.status === 404) return undefined
      if (!response.ok) throw new CatapultUnreachable(`${path}: answered ${response.status}`)
      return (await response.json()) as T
    },
    async put(path, body) {
      const headers = { 'content-type': 'application/json' }
      const response = await exchange(path, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new CatapultUnreachable(`${path}: answered ${response.status}`)
    },
  }
}
