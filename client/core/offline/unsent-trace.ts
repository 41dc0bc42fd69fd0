import type { Fields } from '#shared/sync/rules.ts'
import { type Key, type Meta, type OfflineDatabase, type OutboxRow, readMeta } from './database.ts'
import type { Locks } from './lock.ts'
import { offlineStatus } from './status.ts'

/** So many of the newest records are named; the others are counted. */
const most = 50
const nameLetters = 80
/** Between two writes, ms: a burst of saves costs no more than a few of them. */
const restMs = 300
/** A tab that was frozen with the lock holds nobody up for longer, ms. */
const patienceMs = 5000

/** What a device remembers of a record that was not sent beside its database: which it was, nothing of what it says. */
export type Traced = { entity: string; name: string; at: string }
export type Trace = { records: Traced[]; more: number }
/** Of the database that counts its operations under this device's id. */
type Kept = Trace & { deviceId: string }

/** What people call a record. */
export type NameOf = (fields: Fields) => string

// IndexedDB may be emptied alone, by a browser that needs room or by its user.
const traceKey = (name: string) => `assay.unsent.${name}`
const lossKey = (name: string) => `assay.lost.${name}`

export type UnsentTrace = {
  /** The outbox has changed. */
  note(): void
  /** Its user has read what was lost. */
  confirmLoss(): void
  close(): void
}

/**
 * Keeps a trace of what waits in the outbox, and notices when the trace belongs to a database that is gone. Each write reads
 * the outbox anew, one tab after the other: the last one to write has seen the last change.
 */
export function traceUnsent(db: OfflineDatabase, locks: Locks | undefined, nameOf: NameOf): UnsentTrace {
  const stop = new AbortController()
  let asked = false
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    try {
      while (asked && !stop.signal.aborted) {
        asked = false
        await serially(locks, `${db.name}-trace`, () => update(db, nameOf, stop.signal))
        await new Promise((resolve) => setTimeout(resolve, restMs))
      }
    } finally {
      isWriting = false
    }
  }
  if (typeof window !== 'undefined') {
    // Another tab noticed, or its user has read it there.
    const follow = ({ key }: StorageEvent) => key === lossKey(db.name) && show(lossOf(db.name))
    window.addEventListener('storage', follow, { signal: stop.signal })
  }
  return {
    note() {
      asked = true
      // A database that was closed meanwhile has nothing to tell.
      if (!isWriting) void write().catch(() => undefined)
    },
    confirmLoss() {
      drop(lossKey(db.name))
      show(undefined)
    },
    close: () => stop.abort(),
  }
}

/** Compares the trace with the database that was opened: work of another one, which is gone, is lost. */
export async function meetLoss(db: OfflineDatabase): Promise<void> {
  const earlier = lossOf(db.name)
  if (earlier) show(earlier)
  if (kept<Kept>(traceKey(db.name))) noteLoss(db.name, await deviceOf(db))
}

async function update(db: OfflineDatabase, nameOf: NameOf, closed: AbortSignal): Promise<void> {
  const now = await traceOf(db, nameOf)
  // Whoever opened it since knows more.
  if (closed.aborted) return
  noteLoss(db.name, now.deviceId)
  if (now.records.length === 0) drop(traceKey(db.name))
  else keep(traceKey(db.name), now)
}

function traceOf(db: OfflineDatabase, nameOf: NameOf): Promise<Kept> {
  return db.transaction('r', [db.outbox, db.records, db.meta], async () => {
    const rows = await db.outbox.orderBy('at').reverse().limit(most).toArray()
    const more = (await db.outbox.count()) - rows.length
    // Of several changes of a record the newest stands for all.
    const newest = [...new Map(rows.toReversed().map((row) => [`${row.entity} ${row.recordId}`, row])).values()]
    const unnamed = newest.filter((row) => nameOf(patched(row)) === '')
    const keys = unnamed.map(({ entity, recordId }): Key => [entity, recordId])
    const seen = new Map((await db.records.bulkGet(keys)).flatMap((row) => (row ? [[row.id, row.data]] : [])))
    const records = newest.toReversed().map((row) => ({
      entity: row.entity,
      name: [...(nameOf(patched(row)) || nameOf(seen.get(row.recordId) ?? {}))].slice(0, nameLetters).join(''),
      at: row.capturedAt,
    }))
    return { deviceId: await deviceOf(db), records, more }
  })
}

const patched = ({ patch }: OutboxRow): Fields =>
  Object.fromEntries(Object.entries(patch).map(([path, { to }]) => [path, to]))

const deviceOf = async (db: OfflineDatabase) =>
  (await readMeta(db, 'device', (): Meta['device'] => ({ deviceId: '', n: 0, dropped: 0 }))).deviceId

function noteLoss(name: string, deviceId: string): void {
  const trace = kept<Kept>(traceKey(name))
  if (!trace || trace.deviceId === deviceId) return
  const before = lossOf(name) ?? { records: [], more: 0 }
  const known = new Set(before.records.map((record) => JSON.stringify(record)))
  const fresh = trace.records.filter((record) => !known.has(JSON.stringify(record)))
  const all = [...fresh, ...before.records]
  const more = before.more + (fresh.length > 0 ? trace.more : 0) + Math.max(0, all.length - most)
  const loss: Trace = { records: all.slice(0, most), more }
  if (keep(lossKey(name), loss)) drop(traceKey(name))
  show(loss)
}

const lossOf = (name: string) => kept<Trace>(lossKey(name))

function show(lost: Trace | undefined): void {
  if (offlineStatus.getState().lost !== lost) offlineStatus.setState({ lost })
}

function kept<T>(key: string): T | undefined {
  if (typeof localStorage === 'undefined') return undefined
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

/** False where there is no room for it. */
function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function drop(key: string): void {
  if (typeof localStorage !== 'undefined') localStorage.removeItem(key)
}

async function serially(locks: Locks | undefined, name: string, work: () => Promise<void>): Promise<void> {
  if (!locks) return work()
  let begun = false
  const options = { signal: AbortSignal.timeout(patienceMs) }
  try {
    await locks.request(name, options, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
