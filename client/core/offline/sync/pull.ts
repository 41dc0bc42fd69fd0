import {
  initialCursor,
  type OfflineDatabase,
  type OutboxRow,
  type RecordKey,
  readMeta,
  type ServerBaseRow,
  writeMeta,
} from '#client/core/offline/database/database.ts'
import {
  keyText,
  materializeAll,
  pendingOperations,
  type RecordLayers,
} from '#client/core/offline/database/materialize.ts'
import { withQuota } from '#client/core/offline/database/quota.ts'
import { type PullResponse, syncContract } from '#shared/sync/contract.ts'
import { sendSyncRequest } from './request.ts'
import { SyncStoppedError, type Transport } from './transport.ts'

/**
 * Pulls all changes of the server. Returns false when the server was restored from a backup: the operations of the
 * journal are in the outbox again and must be sent before pulling.
 */
export async function pullAll(db: OfflineDatabase, transport: Transport, token: string): Promise<boolean> {
  for (;;) {
    const { epoch, since, starting } = await readMeta(db, 'cursor', initialCursor)
    const page = await sendSyncRequest(transport, syncContract.pull, { query: { epoch, since } })
    if ('rejected' in page) throw new SyncStoppedError({ reason: 'unreachable' })
    if (page.reset && epoch !== '') {
      await replayJournal(db, page.epoch, token)
      return false
    }
    const hasChanges = page.rows.length > 0 || page.epoch !== epoch || starting
    if (hasChanges) await withQuota(db, () => applyPage(db, page, token))
    if (!page.more) return true
  }
}

/**
 * Checks with a minimal pull whether the server responds to this user. Operations count as possibly sent before their
 * first byte is sent; without this check, operations saved without a network could no longer be discarded. Throws
 * `SyncStoppedError`.
 */
export async function probeServer(db: OfflineDatabase, transport: Transport): Promise<void> {
  const { epoch, since } = await readMeta(db, 'cursor', initialCursor)
  try {
    await sendSyncRequest(transport, syncContract.pull, { query: { epoch, since, limit: 1 } })
  } catch (error) {
    // The server responded with an error, so it is reachable: sending must not wait until reading works.
    const stop = error instanceof SyncStoppedError ? error.stop : undefined
    if (stop?.reason !== 'unreachable' || !stop.ours || stop.retryAfter !== undefined) throw error
  }
}

/** A tab that was suspended during a request must not overwrite newer pulled data with its page. */
async function assertStillLeader(db: OfflineDatabase, token: string): Promise<void> {
  const current = await readMeta(db, 'syncRun', () => ({ token, beat: 0 }))
  if (current.token !== token) throw new SyncStoppedError({ reason: 'replaced' })
}

/**
 * After the server was restored from a backup, puts the journal into the outbox, before the unsent operations. The
 * server's ledger detects operations that it still has. Rejected operations are sent again too: the cause of their
 * rejection may have been removed, or they may have been applied meanwhile.
 */
async function replayJournal(db: OfflineDatabase, epoch: string, token: string): Promise<void> {
  await db.transaction('rw', [db.outbox, db.journal, db.discarded, db.meta], async () => {
    await assertStillLeader(db, token)
    const { gen } = await readMeta(db, 'cursor', initialCursor)
    await writeMeta(db, 'cursor', { epoch, since: '0', gen: gen + 1, starting: true })
    const waiting = new Set((await db.outbox.toArray()).map(({ opId }) => opId))
    const sent = (await db.journal.orderBy('at').toArray()).flatMap((entry) => entry.done)
    const done = sent.filter(({ operation }) => !waiting.has(operation.opId))
    const first = await firstPositionBefore(db, done.length)
    const replay = done.map(
      ({ operation, replaces = [] }, place): OutboxRow => ({
        ...operation,
        at: first + place,
        state: 'ready',
        replaces,
        replay: true,
      }),
    )
    await db.outbox
      .where('state')
      .equals('attention')
      .modify((row) => {
        row.state = 'ready'
        delete row.rejection
      })
    await db.outbox.bulkPut(replay)
    await db.journal.clear()
  })
}

/**
 * Returns the first of `count` free positions before all operations of the outbox. They are also before the discarded
 * operations, which return to their own positions when they are restored.
 */
async function firstPositionBefore(db: OfflineDatabase, count: number): Promise<number> {
  const first = (await db.outbox.orderBy('at').first())?.at ?? 0
  const discarded = (await db.discarded.toArray()).flatMap(({ rows }) => rows)
  return discarded.reduce((lowest, { at }) => Math.min(lowest, at), Math.min(0, first)) - count
}

async function applyPage(db: OfflineDatabase, page: PullResponse, token: string): Promise<void> {
  await db.transaction('rw', [db.records, db.serverBase, db.outbox, db.meta], async () => {
    await assertStillLeader(db, token)
    const { gen, starting } = await readMeta(db, 'cursor', initialCursor)
    const pending = await pendingOperations(
      db,
      page.rows.map(({ entity, id }): RecordKey => [entity, id]),
    )
    const bases = page.rows.map(({ entity, id, ver, data }) => ({
      key: [entity, id] as RecordKey,
      base: data && ({ entity, id, ver, data, gen } satisfies ServerBaseRow),
    }))
    const alone = bases.filter(({ key }) => !pending.has(keyText(key)))
    await db.records.bulkPut(alone.flatMap(({ base }) => base ?? []))
    await db.records.bulkDelete(alone.filter(({ base }) => !base).map(({ key }) => key))
    await materializeAll(
      db,
      bases.flatMap(({ key, base }): RecordLayers[] => {
        const pendingOfRecord = pending.get(keyText(key))
        return pendingOfRecord ? [{ key, base, pending: pendingOfRecord }] : []
      }),
    )
    const ended = starting && !page.more
    if (ended) await deleteStaleRecords(db, gen)
    await writeMeta(db, 'cursor', { epoch: page.epoch, since: page.cursor, gen, starting: starting && !ended })
    await writeMeta(db, 'server', { time: page.serverTime })
  })
}

/** Deletes records that were not in a complete pull: they no longer exist on the server. */
async function deleteStaleRecords(db: OfflineDatabase, gen: number): Promise<void> {
  const old = await db.records.filter((row) => row.gen !== gen).toArray()
  const keys = old.map(({ entity, id }): RecordKey => [entity, id])
  const pending = await pendingOperations(db, keys)
  const bases = await db.serverBase.bulkGet(keys)
  const stale = keys.filter((_, place) => bases[place]?.gen !== gen)
  await materializeAll(
    db,
    stale.map((key) => ({ key, base: undefined, pending: pending.get(keyText(key)) ?? [] })),
  )
}
