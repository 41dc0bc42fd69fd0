import type { DexieOptions } from 'dexie'
import { whenIdle } from '#client/core/when-idle.ts'
import { coreProblems, Problem } from '#shared/core/problem.ts'
import { type Captured, capture, type Draft } from './capture.ts'
import { choose } from './choices.ts'
import { type ChoiceRow, databaseName, type OfflineDatabase, type OutboxRow, type Owner } from './database.ts'
import { discard, discardSaved, undiscard } from './discard.ts'
import { createDrain, type Ended } from './drain.ts'
import { freezeRescued } from './frozen.ts'
import type { Locks } from './lock.ts'
import { NotYours } from './not-yours.ts'
import { openDatabase } from './open.ts'
import { retry } from './retry.ts'
import { isKept, layBallast, persistStorage, withRoom } from './room.ts'
import { offlineStatus, resetStatus, watchCounts } from './status.ts'
import { StorageFull } from './storage-full.ts'
import { exportUnsent, importUnsent } from './transfer.ts'
import type { Transport } from './transport.ts'
import { listen, requestWake } from './triggers.ts'
import { meetLoss, type NameOf, traceUnsent } from './unsent-trace.ts'

/** Ready operations, a server that answers, and nothing settled for so long, ms: something hangs. */
const stuckMs = 120_000

export type Options = {
  owner: Owner
  transport: Transport
  /** Whether the console looks at the demo merchant: nothing may be saved then. */
  demo(): boolean
  /** Whether the owner is still signed in on this device, asked with every save; yes where it is absent. */
  isHere?(): boolean
  /** Whether the owner's e-mail is confirmed, as far as this device knows; yes where it is absent. */
  isConfirmed?(): boolean
  /** Drops what can be fetched again when the disk is full. */
  freeCaches?: () => Promise<void>
  /** What people call a record, told when it was lost. */
  nameOf?: NameOf
  locks?: Locks | undefined
  /** Another IndexedDB than the browser's. */
  storage?: DexieOptions
}

export type Offline = {
  /** For reading; `useReading` follows it. */
  db: OfflineDatabase
  capture(draft: Draft): Promise<Captured>
  discard(opId: string): Promise<OutboxRow[]>
  /** Discards everything unsent, all of which has to be in this file. */
  discardSaved(file: Blob): Promise<OutboxRow[]>
  undiscard(opId: string): Promise<OutboxRow[]>
  /** Sends a rejected operation again as it is. */
  retry(opId: string): Promise<string | undefined>
  choose(choice: Pick<ChoiceRow, 'opId' | 'path'>, take: 'kept' | 'offered'): Promise<Captured | undefined>
  exportUnsent(): Promise<Blob>
  importUnsent(file: Blob): Promise<number>
  /** Tries to send and fetch at once, whatever pause was due. */
  sendNow(): Promise<Ended | undefined>
  /** The owner has signed in again, or the app was updated. */
  resume(): Promise<void>
  /** The owner has read what was lost. */
  confirmLoss(): void
  close(): void
}

/** The offline data of one user of a merchant, open in this tab and kept in step with the server. */
export async function openOffline(options: Options): Promise<Offline> {
  const {
    owner,
    transport,
    demo,
    isHere = () => true,
    isConfirmed,
    freeCaches = async () => {},
    nameOf = () => '',
    storage,
  } = options
  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks
  const clock = { now: () => Date.now() }
  const db = await openDatabase(databaseName(owner), storage)
  await freezeRescued(db)
  await meetLoss(db)
  const trace = traceUnsent(db, locks, nameOf)
  const drain = createDrain(db, {
    ...{ transport, locks, ...clock, monotonic: () => performance.now(), random: Math.random },
    online: () => globalThis.navigator?.onLine ?? true,
    ...(isConfirmed && { confirmed: isConfirmed }),
  })
  const counts = watchCounts(db)
  let asked = false

  async function run(now = false): Promise<Ended | undefined> {
    const ended = await drain.run({ now })
    if (ended) trace.note()
    offlineStatus.setState({ paused: drain.paused(), ...(ended && ended.settled > 0 && { stuck: false }) })
    return ended
  }
  const wake = (now = false) => void run(now).catch(() => undefined)

  /** Since when there is something to send, as far as anybody looked (ms, as `performance.now` counts). */
  let waitsFrom: number | undefined

  /** Restarts a drain that hangs though the server answers: since there is something to send, and not long ago. */
  function check(): void {
    const { settled, answered } = drain.idle()
    const now = performance.now()
    waitsFrom = offlineStatus.getState().waiting > 0 ? (waitsFrom ?? now) : undefined
    const hangs = Math.min(settled, now - (waitsFrom ?? now))
    const stuck = hangs >= stuckMs && answered < Math.min(hangs, stuckMs) && !drain.paused()
    offlineStatus.setState({ stuck })
    if (stuck) wake(true)
  }

  /** A change of the outbox by its user: never in demo mode or after they signed out, and with room made for it. */
  async function change<T>(write: () => Promise<T>): Promise<T> {
    if (demo()) throw new Problem(coreProblems.demo)
    if (!isHere()) throw new NotYours()
    try {
      const done = await withRoom(db, freeCaches, write)
      trace.note()
      if (offlineStatus.getState().full) offlineStatus.setState({ full: false })
      if (!asked) void askToKeep()
      void requestWake()
      wake()
      return done
    } catch (error) {
      if (error instanceof StorageFull) offlineStatus.setState({ atRisk: true, full: true })
      throw error
    }
  }

  async function askToKeep(): Promise<void> {
    asked = true
    const kept = (await persistStorage()) && (await layBallast(db))
    offlineStatus.setState({ atRisk: !kept })
  }

  /** A restart does not make what is not sent any safer. */
  async function recallRisk(): Promise<void> {
    if ((await db.outbox.count()) === 0) return
    const kept = await isKept(db)
    if (!asked) offlineStatus.setState({ atRisk: !kept })
  }

  const stop = typeof window === 'undefined' ? () => {} : listen({ drain: ({ now } = {}) => wake(now), check })
  // What the screen shows first is read before anything is sent or fetched.
  whenIdle(() => {
    wake()
    trace.note()
    void recallRisk().catch(() => undefined)
  })
  return {
    db,
    capture: (draft) => change(() => capture(db, owner, clock, draft)),
    discard: (opId) => change(() => discard(db, clock, opId)),
    discardSaved: (file) => change(() => discardSaved(db, file)),
    undiscard: (opId) => change(() => undiscard(db, opId)),
    retry: (opId) => change(() => retry(db, clock, opId)),
    choose: (choice, take) => change(() => choose(db, owner, clock, choice, take)),
    exportUnsent: () => exportUnsent(db, owner),
    importUnsent: (file) => change(() => importUnsent(db, owner, file)),
    sendNow: () => run(true),
    async resume() {
      drain.resume()
      await run(true)
    },
    confirmLoss: trace.confirmLoss,
    close() {
      stop()
      trace.close()
      counts.unsubscribe()
      db.close({ disableAutoOpen: true })
      resetStatus()
    },
  }
}
