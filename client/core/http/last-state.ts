import { lastStatePrefix, rememberedUserId } from '#client/core/session/session-storage.ts'

/** `at`: when the server sent it, ms by the clock of this device. */
type LastState = { account: string; at: number; data: unknown }

/** Characters of one stored result, and results of one device. The oldest are removed. */
const maxLength = 300_000
const maxResults = 20

/** The parsed results with their texts, so that a screen gets the same data in each render. */
const parsed = new Map<string, { text: string; state: LastState | undefined }>()
const shown = new WeakSet<object>()

/** Stores the result of a read, so that its screen can be shown without a connection. A sign-out removes it. */
export function storeLastState(name: string, data: unknown, at: number): void {
  const account = rememberedUserId()
  const text = JSON.stringify({ account, at, data })
  if (!account || text.length > maxLength) return
  try {
    localStorage.setItem(lastStatePrefix + name, text)
    removeOldest()
  } catch {
    // On a device without space, the screen needs a connection.
  }
}

/** The last result of the remembered user. */
export function lastStateOf(name: string): LastState | undefined {
  const account = rememberedUserId()
  const found = read(lastStatePrefix + name)
  if (!account || found?.account !== account) return undefined
  if (typeof found.data === 'object' && found.data !== null) shown.add(found.data)
  return found
}

/** Whether the data of a read is a stored result, of an earlier moment than the input of the read. */
export const isLastState = (data: unknown): boolean => typeof data === 'object' && data !== null && shown.has(data)

function read(key: string): LastState | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  const known = parsed.get(key)
  if (known?.text === text) return known.state
  const state = parse(text)
  parsed.set(key, { text, state })
  return state
}

function parse(text: string): LastState | undefined {
  try {
    return JSON.parse(text) as LastState
  } catch {
    return undefined
  }
}

function removeOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(lastStatePrefix))
  if (keys.length <= maxResults) return
  const byAge = keys.toSorted((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0))
  for (const key of byAge.slice(0, keys.length - maxResults)) localStorage.removeItem(key)
}
