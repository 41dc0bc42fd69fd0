import { type OfflineDatabase, readMeta, writeMeta } from '#client/core/offline/database/database.ts'

/**
 * The part of `navigator.locks` that is used. Absent in browsers without it: then only the server's ledger prevents
 * duplicates.
 */
export type Locks = Pick<LockManager, 'request'>

/** Heartbeat interval of a sync, ms. Another tab takes over when the heartbeat is late. */
const heartbeatMs = 5_000
const leaderTimeoutMs = 20_000

export type LastHeartbeat = { token: string; beat: number; at: number }

/**
 * Runs the work unless another tab does. A suspended tab keeps its lock, so the lock is taken over when its heartbeat
 * stops. Returns undefined when another tab is working.
 */
export async function withLeaderLock<T>(
  db: OfflineDatabase,
  { locks, monotonic }: { locks: Locks | undefined; monotonic(): number },
  seen: { last?: LastHeartbeat },
  work: (token: string) => Promise<T>,
): Promise<T | undefined> {
  if (!locks) return runAsLeader(db, work)
  const name = lockNameOf(db)
  const free = await locks.request(
    name,
    { ifAvailable: true },
    async (lock) => lock && { value: await runAsLeader(db, work) },
  )
  if (free) return free.value
  const current = await readMeta(db, 'syncRun', () => ({ token: '', beat: 0 }))
  const { last } = seen
  if (last?.token !== current.token || last.beat !== current.beat) {
    seen.last = { ...current, at: monotonic() }
    return undefined
  }
  if (monotonic() - last.at < leaderTimeoutMs) return undefined
  return locks.request(name, { steal: true }, () => runAsLeader(db, work))
}

const lockNameOf = (db: OfflineDatabase) => `${db.name}-sync-run`

/** Resolves when no tab syncs. A suspended tab with the lock keeps it pending. */
export async function waitForLockRelease(db: OfflineDatabase, locks: Locks): Promise<void> {
  await locks.request(lockNameOf(db), () => undefined)
}

async function runAsLeader<T>(db: OfflineDatabase, work: (token: string) => Promise<T>): Promise<T> {
  const token = crypto.randomUUID()
  let beat = 0
  await writeMeta(db, 'syncRun', { token, beat })
  const heartbeatTimer = setInterval(() => {
    void db.transaction('rw', db.meta, async () => {
      const current = await readMeta(db, 'syncRun', () => ({ token, beat }))
      if (current.token === token) await writeMeta(db, 'syncRun', { token, beat: ++beat })
    })
  }, heartbeatMs)
  try {
    return await work(token)
  } finally {
    clearInterval(heartbeatTimer)
  }
}
