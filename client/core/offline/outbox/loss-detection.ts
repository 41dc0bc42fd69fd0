import { type Meta, type OfflineDatabase, type RecordKey, readMeta } from '#client/core/offline/database/database.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import type { Locks } from '#client/core/offline/sync/leader-lock.ts'
import { type Fields, newValuesOf } from '#shared/sync/rules.ts'

/** The number of newest records that are listed by name; the others are counted. */
const maxRecords = 50
const maxNameLength = 80
/** Minimum time between two writes, ms, so that many saves cause few writes. */
const writeIntervalMs = 300
/** Timeout (ms) for the lock, since a suspended tab may keep it. */
const lockTimeoutMs = 5000

/** The data about an unsent record that a device stores outside the database: its identity, not its content. */
type UnsentRecord = { entity: string; name: string; at: string }
export type UnsentSummary = { records: UnsentRecord[]; more: number }
/** `deviceId` identifies the database that the summary was made from. */
type StoredSummary = UnsentSummary & { deviceId: string }

/** Returns the display name of a record. */
export type NameOf = (fields: Fields) => string

// In localStorage, because the browser or the user may delete IndexedDB alone.
const summaryKey = (name: string) => `assay.unsent.${name}`
const lossKey = (name: string) => `assay.lost.${name}`

type LossDetector = {
  /** Updates the summary after a change of the outbox. */
  outboxChanged(): void
  /** Hides the loss after its user has read it. */
  confirmLoss(): void
  close(): void
}

/**
 * Keeps a summary of the unsent records outside the database, and detects when the summary belongs to a database that
 * no longer exists. Each write reads the outbox again under a lock, so that the last write includes the last change of
 * any tab.
 */
export function createLossDetector(db: OfflineDatabase, locks: Locks | undefined, nameOf: NameOf): LossDetector {
  const stop = new AbortController()
  let needsWrite = false
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    try {
      while (needsWrite && !stop.signal.aborted) {
        needsWrite = false
        await withSummaryLock(locks, `${db.name}-summary`, () => updateSummary(db, nameOf, stop.signal))
        await new Promise((resolve) => setTimeout(resolve, writeIntervalMs))
      }
    } finally {
      isWriting = false
    }
  }
  if (typeof window !== 'undefined') {
    // Another tab detected the loss, or the user confirmed it there.
    const follow = ({ key }: StorageEvent) => key === lossKey(db.name) && showLoss(lossOf(db.name))
    window.addEventListener('storage', follow, { signal: stop.signal })
  }
  return {
    outboxChanged() {
      needsWrite = true
      // Errors are ignored: the database may have been closed meanwhile.
      if (!isWriting) void write().catch(() => undefined)
    },
    confirmLoss() {
      removeStored(lossKey(db.name))
      showLoss(undefined)
    },
    close: () => stop.abort(),
  }
}

/** Compares the summary with the opened database. Records of a summary of another database are lost. */
export async function detectLoss(db: OfflineDatabase): Promise<void> {
  const earlier = lossOf(db.name)
  if (earlier) showLoss(earlier)
  if (readStored<StoredSummary>(summaryKey(db.name))) recordLoss(db.name, await deviceOf(db))
}

async function updateSummary(db: OfflineDatabase, nameOf: NameOf, closed: AbortSignal): Promise<void> {
  const now = await summaryOf(db, nameOf)
  // After this tab was closed, another tab may have newer data.
  if (closed.aborted) return
  recordLoss(db.name, now.deviceId)
  if (now.records.length === 0) removeStored(summaryKey(db.name))
  else writeStored(summaryKey(db.name), now)
}

function summaryOf(db: OfflineDatabase, nameOf: NameOf): Promise<StoredSummary> {
  return db.transaction('r', [db.outbox, db.records, db.meta], async () => {
    const rows = await db.outbox.orderBy('at').reverse().limit(maxRecords).toArray()
    const more = (await db.outbox.count()) - rows.length
    // Of several changes of a record, the newest represents all.
    const newest = [...new Map(rows.toReversed().map((row) => [`${row.entity} ${row.recordId}`, row])).values()]
    const unnamed = newest.filter((row) => nameOf(newValuesOf(row.patch)) === '')
    const keys = unnamed.map(({ entity, recordId }): RecordKey => [entity, recordId])
    const seen = new Map((await db.records.bulkGet(keys)).flatMap((row) => (row ? [[row.id, row.data]] : [])))
    const records = newest.toReversed().map((row) => ({
      entity: row.entity,
      name: [...(nameOf(newValuesOf(row.patch)) || nameOf(seen.get(row.recordId) ?? {}))]
        .slice(0, maxNameLength)
        .join(''),
      at: row.capturedAt,
    }))
    return { deviceId: await deviceOf(db), records, more }
  })
}

const deviceOf = async (db: OfflineDatabase) =>
  (await readMeta(db, 'device', (): Meta['device'] => ({ deviceId: '', n: 0, dropped: 0 }))).deviceId

function recordLoss(name: string, deviceId: string): void {
  const stored = readStored<StoredSummary>(summaryKey(name))
  if (!stored || stored.deviceId === deviceId) return
  const before = lossOf(name) ?? { records: [], more: 0 }
  const known = new Set(before.records.map((record) => JSON.stringify(record)))
  const fresh = stored.records.filter((record) => !known.has(JSON.stringify(record)))
  const all = [...fresh, ...before.records]
  const more = before.more + (fresh.length > 0 ? stored.more : 0) + Math.max(0, all.length - maxRecords)
  const loss: UnsentSummary = { records: all.slice(0, maxRecords), more }
  if (writeStored(lossKey(name), loss)) removeStored(summaryKey(name))
  showLoss(loss)
}

const lossOf = (name: string) => readStored<UnsentSummary>(lossKey(name))

function showLoss(lost: UnsentSummary | undefined): void {
  if (offlineStatus.getState().lost !== lost) offlineStatus.setState({ lost })
}

function readStored<T>(key: string): T | undefined {
  if (typeof localStorage === 'undefined') return undefined
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns false when there is no space. */
function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function removeStored(key: string): void {
  if (typeof localStorage !== 'undefined') localStorage.removeItem(key)
}

async function withSummaryLock(locks: Locks | undefined, name: string, work: () => Promise<void>): Promise<void> {
  if (!locks) return work()
  let hasStarted = false
  const options = { signal: AbortSignal.timeout(lockTimeoutMs) }
  try {
    await locks.request(name, options, () => {
      hasStarted = true
      return work()
    })
  } catch (error) {
    if (hasStarted) throw error
    await work()
  }
}
