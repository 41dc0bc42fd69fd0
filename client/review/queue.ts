import type { ReviewStatus } from '#shared/review/status.ts'

/** `sending`: the decision is being sent. The list may already return the item as decided. */
type Entry<T> = { id: string; item: T; sending?: true; decided?: ReviewStatus }
/** The review queue in order of arrival, with the position of the current item. */
export type Queue<T> = { entries: readonly Entry<T>[]; at: number }

export const emptyQueue = { entries: [], at: 0 } as const

type QueueAction<T> =
  | { type: 'read'; rows: readonly T[]; idOf: (item: T) => string }
  | { type: 'go'; by: 1 | -1 }
  | { type: 'sending'; id: string }
  | { type: 'decided'; id: string; status: ReviewStatus }
  /** Returns an item to waiting after an undo or a failed decision. */
  | { type: 'undone'; id: string }

export function queueReducer<T>(queue: Queue<T>, change: QueueAction<T>): Queue<T> {
  switch (change.type) {
    case 'read':
      return mergeRows(queue, change.rows, change.idOf)
    case 'go':
      return { ...queue, at: clampIndex(queue.entries, queue.at + change.by) }
    case 'sending': {
      const entries = queue.entries.map((entry) =>
        entry.id === change.id ? { ...entry, sending: true as const } : entry,
      )
      return { ...queue, entries }
    }
    case 'decided': {
      const entries = queue.entries.map((entry) =>
        entry.id === change.id ? { ...entry, decided: change.status } : entry,
      )
      return { entries, at: nextUndecided(entries, queue.at) }
    }
    case 'undone': {
      const entries = queue.entries.map((entry) =>
        entry.id === change.id ? { id: entry.id, item: entry.item } : entry,
      )
      return { entries, at: Math.max(0, indexOfId(entries, change.id)) }
    }
  }
}

/**
 * Waiting items keep their positions. Items that were decided here stay; items that other users decided are removed.
 */
function mergeRows<T>({ entries, at }: Queue<T>, rows: readonly T[], idOf: (item: T) => string): Queue<T> {
  const read = new Map(rows.map((item) => [idOf(item), item]))
  const remaining = entries.flatMap((entry) => {
    const item = read.get(entry.id)
    read.delete(entry.id)
    return item ? [{ ...entry, item }] : entry.decided || entry.sending ? [entry] : []
  })
  const all = [...remaining, ...[...read].map(([id, item]) => ({ id, item }))]
  const current = indexOfId(all, entries[at]?.id)
  return { entries: all, at: current >= 0 ? current : clampIndex(all, at) }
}

/**
 * The position of the next waiting item, searching from here and then from the start; the current position when there
 * is none.
 */
function nextUndecided<T>(entries: readonly Entry<T>[], at: number): number {
  const after = entries.findIndex(({ decided }, index) => index > at && !decided)
  if (after >= 0) return after
  const before = entries.findIndex(({ decided }) => !decided)
  return before >= 0 ? before : at
}

const indexOfId = (entries: readonly { id: string }[], id: string | undefined) =>
  entries.findIndex((entry) => entry.id === id)
const clampIndex = (entries: readonly unknown[], at: number) => Math.max(0, Math.min(at, entries.length - 1))
