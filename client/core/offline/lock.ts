import { type OfflineDatabase, readMeta, writeMeta } from './database.ts'

/** The part of `navigator.locks` that is used; absent where the browser has none: the ledger alone then decides. */
export type Locks = Pick<LockManager, 'request'>

/** A drain shows every so many ms that it lives; one that has not for so long is taken over. */
const beatMs = 5_000
const deadMs = 20_000

export type Seen = { token: string; beat: number; at: number }

/**
 * Runs a drain unless another tab does. A frozen tab keeps its lock: when its heartbeat stands still the lock is taken
 * from it. Undefined where another tab is at work.
 */
export async function exclusively<T>(
  db: OfflineDatabase,
  { locks, monotonic }: { locks: Locks | undefined; monotonic(): number },
  seen: { last?: Seen },
  work: (token: string) => Promise<T>,
): Promise<T | undefined> {
  if (!locks) return begin(db, work)
  const name = nameOf(db)
  const free = await locks.request(
    name,
    { ifAvailable: true },
    async (lock) => lock && { value: await begin(db, work) },
  )
  if (free) return free.value
  const current = await readMeta(db, 'drain', () => ({ token: '', beat: 0 }))
  const { last } = seen
  if (last?.token !== current.token || last.beat !== current.beat) {
    seen.last = { ...current, at: monotonic() }
    return undefined
  }
  if (monotonic() - last.at < deadMs) return undefined
  return locks.request(name, { steal: true }, () => begin(db, work))
}

const nameOf = (db: OfflineDatabase) => `${db.name}-drain`

/** Resolves when no tab drains. Pending for as long as a frozen tab keeps its lock. */
export async function whenFree(db: OfflineDatabase, locks: Locks): Promise<void> {
  await locks.request(nameOf(db), () => undefined)
}

async function begin<T>(db: OfflineDatabase, work: (token: string) => Promise<T>): Promise<T> {
  const token = crypto.randomUUID()
  let beat = 0
  await writeMeta(db, 'drain', { token, beat })
  const heart = setInterval(() => {
    void db.transaction('rw', db.meta, async () => {
      const current = await readMeta(db, 'drain', () => ({ token, beat }))
      if (current.token === token) await writeMeta(db, 'drain', { token, beat: ++beat })
    })
  }, beatMs)
  try {
    return await work(token)
  } finally {
    clearInterval(heart)
  }
}
