import { newDevice, type OutboxRow, writeMeta } from '#client/core/offline/database/database.ts'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { openOfflineDatabase } from '#client/core/offline/database/open.ts'
import { openOfflineEngine } from '#client/core/offline/engine.ts'
import { recordPageQuery } from '#client/core/offline/read/queries.ts'
import { networkTransport } from '#client/core/offline/sync/network-transport.ts'
import { newPushState, pushAll } from '#client/core/offline/sync/push.ts'
import { SyncStoppedError } from '#client/core/offline/sync/transport.ts'
import { startSession } from '#client/core/session/session.ts'
import { hasUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { submissionEntity } from '#shared/submission/record.ts'
import { applyPatch } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

// Runs in the browser: the functions of the console's offline engine that benchmarks call.

/** Fields of a new submission. */
export type CreatedSubmission = Record<string, string | number>

async function owner(): Promise<Owner> {
  if (!hasUser(session.getState())) await startSession()
  const { id: userId, merchantId } = session.getState().user!
  return { userId, merchantId: merchantId! }
}

/** Adds submissions to the outbox as if a user had captured them offline. */
async function queue(list: readonly CreatedSubmission[]): Promise<void> {
  const who = await owner()
  const db = await openOfflineDatabase(databaseName(who))
  const { deviceId } = newDevice()
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  const rows = list.map(
    (set, place): Omit<OutboxRow, 'at'> => ({
      opId: uuid7(),
      deviceId,
      n: place + 1,
      ...who,
      entity: 'submission',
      recordId: uuid7(),
      kind: 'create',
      patch: Object.fromEntries(Object.entries(set).map(([path, to]) => [path, { to }])),
      baseVer: 0,
      deps: [],
      blobs: [],
      formRev: 1,
      payloadV: 1,
      capturedAt: new Date().toISOString(),
      tz,
      state: 'ready',
      replaces: [],
    }),
  )
  await db.transaction('rw', [db.records, db.outbox, db.meta], async () => {
    await db.outbox.bulkAdd(rows)
    await db.records.bulkAdd(
      rows.map(({ entity, recordId: id, patch }) => ({ entity, id, ver: 0, gen: 0, data: applyPatch({}, patch) })),
    )
    await writeMeta(db, 'device', { deviceId, n: rows.length, dropped: 0 })
  })
  db.close()
}

/**
 * Sends all queued operations. Returns the milliseconds until every acknowledgement was stored, and the number of operations
 * that are left.
 */
async function drain(): Promise<{ ms: number; left: number }> {
  const who = await owner()
  const db = await openOfflineDatabase(databaseName(who))
  const startedAt = performance.now()
  await pushAll(db, networkTransport(who), newPushState())
  const ms = performance.now() - startedAt
  const left = await db.outbox.count()
  db.close()
  return { ms, left }
}

/** Saves submissions one after the other without a connection. Returns for each the milliseconds until it was on the disk. */
async function capture(list: readonly CreatedSubmission[]): Promise<number[]> {
  const transport = () => Promise.reject(new SyncStoppedError({ reason: 'unreachable' }))
  const engine = await openOfflineEngine({ owner: await owner(), transport, demo: () => false })
  const times: number[] = []
  for (const set of list) {
    const startedAt = performance.now()
    await engine.enqueue({ entity: 'submission', kind: 'create', set, formRev: 1, payloadV: 1 })
    times.push(performance.now() - startedAt)
  }
  engine.close()
  await forget()
  return times
}

/** Records as pulled from the server. */
async function keep(list: readonly CreatedSubmission[]): Promise<void> {
  const db = await openOfflineDatabase(databaseName(await owner()))
  await db.records.bulkPut(
    list.map((set) => {
      const patch = Object.fromEntries(Object.entries(set).map(([path, to]) => [path, { to }]))
      return { entity: 'submission', id: uuid7(), ver: 1, gen: 0, data: applyPatch({}, patch) }
    }),
  )
  db.close()
}

/** Milliseconds from the request for the database until it is open and this number of its newest submissions is read. */
async function firstPage(limit: number): Promise<number> {
  const who = await owner()
  const startedAt = performance.now()
  const db = await openOfflineDatabase(databaseName(who))
  const { length } = await recordPageQuery(submissionEntity, { page: 1, limit }).read(db)
  const ms = performance.now() - startedAt
  db.close()
  if (length !== limit) throw new Error(`Expected ${limit} submissions, found ${length}`)
  return ms
}

async function forget(): Promise<void> {
  const db = await openOfflineDatabase(databaseName(await owner()))
  await db.delete()
  // Otherwise the console reports the unsent work as lost.
  for (const key of Object.keys(localStorage)) if (/^assay\.(unsent|lost)\./.test(key)) localStorage.removeItem(key)
}

export const engine = { queue, drain, capture, keep, firstPage, forget }
declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    engine: typeof engine
  }
}
window.engine = engine
