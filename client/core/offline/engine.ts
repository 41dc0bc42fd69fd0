import type { DexieOptions } from 'dexie'
import { whenIdle } from '#client/core/async/when-idle.ts'
import { clockOffset, correctedNow, measureServerTime } from '#client/core/clock/server-clock.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import type { ConflictRow, OfflineDatabase, OutboxRow } from './database/database.ts'
import { databaseName, type Owner } from './database/database-name.ts'
import { describeDevice } from './database/describe-device.ts'
import { openOfflineDatabase } from './database/open.ts'
import { allocateReserve, isPersisted, requestPersistence, withQuota } from './database/quota.ts'
import { StorageFullError } from './database/storage-full.ts'
import { keepCapturedFile } from './files/device-files.ts'
import { correctCaptureTimes } from './outbox/capture-time.ts'
import { resolveConflict } from './outbox/conflicts.ts'
import { discardExported, discardOperation, restoreDiscarded } from './outbox/discard.ts'
import { type Enqueued, type EnqueueInput, enqueue } from './outbox/enqueue.ts'
import { exportUnsent, type ImportProgress, importUnsent } from './outbox/export-import.ts'
import { createLossDetector, detectLoss, type NameOf } from './outbox/loss-detection.ts'
import { OwnerSignedOutError } from './outbox/owner-signed-out.ts'
import { markRawExportedMaybeSent } from './outbox/sent-marker.ts'
import { retry } from './outbox/supersede.ts'
import { offlineStatus, resetStatus, watchCounts } from './read/status.ts'
import type { Locks } from './sync/leader-lock.ts'
import { createSyncLoop, type SyncRunResult } from './sync/sync-loop.ts'
import type { Transport } from './sync/transport.ts'
import { listenForTriggers, requestBackgroundSync } from './sync/triggers.ts'

/**
 * Timeout (ms) with ready operations, a responding server and no acknowledgement, after which the sync counts as
 * stalled.
 */
const stallTimeoutMs = 120_000

type OfflineOptions = {
  owner: Owner
  transport: Transport
  /** Whether the console is in demo mode, in which nothing may be saved. */
  demo(): boolean
  /** Whether the owner is still signed in on this device. Called with every save; true when absent. */
  isHere?(): boolean
  /** Whether the owner's e-mail is confirmed, as far as this device knows; true when absent. */
  isConfirmed?(): boolean
  /** The display name of a record, shown when the record was lost. */
  nameOf?: NameOf
  locks?: Locks | undefined
  /** Called when the browser has closed the database by itself, for example because it deleted the data of the site. */
  onLost?(): void
  /** Replaces the IndexedDB of the browser. */
  storage?: DexieOptions
}

export type OfflineEngine = {
  /** For queries; `useLiveQuery` follows it. */
  db: OfflineDatabase
  enqueue(input: EnqueueInput): Promise<Enqueued>
  /** Stores a captured file on this device until the input of its record is saved or discarded. Returns its digest. */
  keepFile(recordId: string, content: Uint8Array<ArrayBuffer>): Promise<string>
  discard(opId: string): Promise<OutboxRow[]>
  /** Discards all unsent operations. All of them must be in this file. */
  discardExported(file: Blob): Promise<OutboxRow[]>
  restoreDiscarded(opId: string): Promise<OutboxRow[]>
  /** Sends a rejected operation again as it is. */
  retry(opId: string): Promise<string | undefined>
  resolveConflict(choice: Pick<ConflictRow, 'opId' | 'path'>, take: 'stored' | 'mine'): Promise<Enqueued | undefined>
  exportUnsent(): Promise<Blob>
  importUnsent(file: Blob, report?: (progress: ImportProgress) => void): Promise<number>
  /** Starts a sync immediately, without waiting for the retry delay. */
  sendNow(): Promise<SyncRunResult | undefined>
  /** The owner has signed in again, or the app was updated. */
  resume(): Promise<void>
  /** The owner has read which data was lost. */
  confirmLoss(): void
  close(): void
}

/** Opens the offline data of one user of a merchant in this tab, and keeps it in sync with the server. */
export async function openOfflineEngine(options: OfflineOptions): Promise<OfflineEngine> {
  const { owner, transport, demo, isHere = () => true, isConfirmed, nameOf = () => '', storage } = options
  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks
  const clock = { now: correctedNow, offset: clockOffset }
  const db = await openOfflineDatabase(databaseName(owner), storage)
  // Unlike the event of Dexie, this one is not sent when the database is closed here.
  db.backendDB().addEventListener('close', () => options.onLost?.())
  await markRawExportedMaybeSent(db)
  await detectLoss(db)
  const lossDetector = createLossDetector(db, locks, nameOf)
  /** False after the difference of the clocks has changed. */
  let areTimesChecked = true
  const syncLoop = createSyncLoop(db, {
    transport,
    locks,
    ...clock,
    monotonic: () => performance.now(),
    random: Math.random,
    online: () => globalThis.navigator?.onLine ?? true,
    ...(isConfirmed && { confirmed: isConfirmed }),
    measureTime(serverTime) {
      if (measureServerTime(serverTime)) areTimesChecked = false
    },
    async beforeSend() {
      if (areTimesChecked) return
      await correctCaptureTimes(db, clock)
      areTimesChecked = true
    },
    describeDevice: () => describeDevice(),
  })
  const counts = watchCounts(db)
  let hasRequestedPersistence = false

  let isClosed = false

  async function run(now = false): Promise<SyncRunResult | undefined> {
    const ended = await syncLoop.run({ now }).catch((error) => {
      // A sign-out during the sync closed the database: nobody waits for the result.
      if (!isClosed) throw error
      return undefined
    })
    if (isClosed) return undefined
    if (ended) lossDetector.outboxChanged()
    offlineStatus.setState({ paused: syncLoop.paused(), ...(ended && ended.decided > 0 && { stuck: false }) })
    return ended
  }
  const requestSync = (now = false) => void run(now).catch(() => undefined)

  /** Time since which the outbox has had operations to send (ms, as `performance.now`). */
  let waitsFrom: number | undefined

  /** Starts a new sync when the server responds but no operation was acknowledged or rejected for two minutes. */
  function check(): void {
    const { progressed, responded } = syncLoop.idle()
    const now = performance.now()
    waitsFrom = offlineStatus.getState().waiting > 0 ? (waitsFrom ?? now) : undefined
    const stalledMs = Math.min(progressed, now - (waitsFrom ?? now))
    const stuck = stalledMs >= stallTimeoutMs && responded < Math.min(stalledMs, stallTimeoutMs) && !syncLoop.paused()
    offlineStatus.setState({ stuck })
    if (stuck) requestSync(true)
  }

  /**
   * A change of the outbox by its user. Fails in demo mode and after a sign-out. Frees space for it when the disk is
   * full.
   */
  async function change<T>(write: () => Promise<T>): Promise<T> {
    if (demo()) throw new Problem(coreProblems.demo)
    if (!isHere()) throw new OwnerSignedOutError()
    try {
      const done = await withQuota(db, write)
      lossDetector.outboxChanged()
      if (offlineStatus.getState().full) offlineStatus.setState({ full: false })
      if (!hasRequestedPersistence) void requestPersistentStorage().catch(() => undefined)
      void requestBackgroundSync()
      requestSync()
      return done
    } catch (error) {
      if (error instanceof StorageFullError) offlineStatus.setState({ atRisk: true, full: true })
      throw error
    }
  }

  async function requestPersistentStorage(): Promise<void> {
    hasRequestedPersistence = true
    const isPersistent = (await requestPersistence()) && (await allocateReserve(db))
    offlineStatus.setState({ atRisk: !isPersistent })
  }

  /** The risk that unsent operations are lost remains after a restart, so the status is computed again. */
  async function restoreRiskState(): Promise<void> {
    if ((await db.outbox.count()) === 0) return
    const isPersistent = await isPersisted(db)
    if (!hasRequestedPersistence) offlineStatus.setState({ atRisk: !isPersistent })
  }

  const stop =
    typeof window === 'undefined' ? () => {} : listenForTriggers({ sync: ({ now } = {}) => requestSync(now), check })
  // The first screen reads its data before anything is sent or fetched.
  whenIdle(() => {
    requestSync()
    lossDetector.outboxChanged()
    void restoreRiskState().catch(() => undefined)
  })
  return {
    db,
    enqueue: (input) => change(() => enqueue(db, owner, clock, input)),
    keepFile: (recordId, content) => change(() => keepCapturedFile(db, recordId, content)),
    discard: (opId) => change(() => discardOperation(db, clock, opId)),
    discardExported: (file) => change(() => discardExported(db, file)),
    restoreDiscarded: (opId) => change(() => restoreDiscarded(db, opId)),
    retry: (opId) => change(() => retry(db, clock, opId)),
    resolveConflict: (choice, take) => change(() => resolveConflict(db, owner, clock, { ...choice, take })),
    exportUnsent: () => exportUnsent(db, owner),
    importUnsent: (file, report) => change(() => importUnsent(db, owner, file, report)),
    sendNow: () => run(true),
    async resume() {
      syncLoop.resume()
      await run(true)
    },
    confirmLoss: lossDetector.confirmLoss,
    close() {
      isClosed = true
      stop()
      lossDetector.close()
      counts.unsubscribe()
      db.close({ disableAutoOpen: true })
      resetStatus()
    },
  }
}
