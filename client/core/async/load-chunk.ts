import { growingPause } from './growing-pause.ts'

/** Pauses (ms) before a chunk is requested again over a connection that fails. */
const retryPauses = { first: 2000, max: 4000 }
/** How often a chunk is requested again. */
const maxRetries = 2

const message = 'Failed to fetch dynamically imported module'

/** The error of a chunk that could not be fetched, as Chromium words it. */
export const missingChunk = (path: string, cause: unknown): TypeError => new TypeError(`${message}: ${path}`, { cause })

/**
 * Whether a chunk could not be fetched: there is no connection, or its version is no longer served. Browsers report it
 * only by the message.
 */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message)

/**
 * Loads a chunk of the console with `import()`, and repeats a request that the connection failed.
 *
 * @param offline `wait`: waits for a connection if the device has none; `reject`: fails
 * @throws the error of the last request
 */
export async function loadChunk<T>(load: () => Promise<T>, offline: 'wait' | 'reject'): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingChunk(error)) throw error
      const isWaiting = !navigator.onLine && offline === 'wait'
      if (isWaiting) await nextConnection()
      else if (!navigator.onLine || failures === maxRetries) throw error
      else await new Promise((resolve) => setTimeout(resolve, growingPause(failures++, retryPauses)))
    }
  }
}

const nextConnection = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))
