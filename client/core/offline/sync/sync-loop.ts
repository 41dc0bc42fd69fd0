import { growingPause } from '#client/core/async/growing-pause.ts'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { deleteExpiredEntries } from '#client/core/offline/database/delete-expired-entries.ts'
import { uploadBlobs } from './blob-upload.ts'
import { type LastHeartbeat, type Locks, waitForLockRelease, withLeaderLock } from './leader-lock.ts'
import { probeServer, pullAll } from './pull.ts'
import { assertEmailConfirmed, newPushState, type PushState, pushAll } from './push.ts'
import { type StopDetails, SyncStoppedError, type Transport } from './transport.ts'

/** Delays between retries after failures, ms. */
const retryDelays = { first: 1_000, max: 5 * 60_000 }
/** Interval of deleting old entries, ms. */
const pruneIntervalMs = 3_600_000

export type SyncEnvironment = {
  transport: Transport
  locks: Locks | undefined
  /** In ms. The wall clock is used for timestamps only; delays use the monotonic clock. */
  now(): number
  monotonic(): number
  random(): number
  /** The browser's network state, which is only a hint. */
  online?(): boolean
  /** Whether the user's e-mail is confirmed, as far as this device knows; true when absent. */
  confirmed?(): boolean
  /** Receives each time that the server sends. */
  measureTime?(serverTime: string): void
  /** Called before operations are sent, when the server has responded. */
  beforeSend?(): Promise<void>
}

/**
 * The result of a sync. `stop` is absent when everything sendable was sent. `decided` counts acknowledged and rejected
 * operations.
 */
export type SyncRunResult = { stop?: StopDetails; decided: number }

/**
 * The reason why sync is paused. Only the server knows whether an e-mail was confirmed, so for `confirm` it is polled at
 * growing intervals.
 */
export type PauseReason = 'signIn' | 'update' | 'confirm' | undefined

export type SyncLoop = {
  /** Sends and fetches everything once. Undefined when the retry delay has not passed, or another tab is syncing. */
  run(options?: { now?: boolean }): Promise<SyncRunResult | undefined>
  /** Ends a pause, after a sign-in or an update. */
  resume(): void
  paused(): PauseReason
  /**
   * Time in ms since the server last acknowledged or rejected an operation or accepted a chunk, and since its last
   * response.
   */
  idle(): { progressed: number; responded: number }
}

export function createSyncLoop(
  db: OfflineDatabase,
  env: SyncEnvironment,
  pushState: PushState = newPushState(),
): SyncLoop {
  const lastHeartbeat: { last?: LastHeartbeat } = {}
  let failures = 0
  let notBefore = 0
  let paused: 'signIn' | 'update' | undefined
  let running: Promise<SyncRunResult | undefined> | undefined
  /** A sync was requested while one ran, possibly for operations saved after its last read. */
  let isRunRequested = false
  /** Another tab syncs, and may have read the outbox before this tab saved an operation. */
  let isWaitingForTab = false
  let progressedAt = env.monotonic()
  let prunedAt = Number.NEGATIVE_INFINITY
  let respondedAt = Number.NEGATIVE_INFINITY
  /** The last request got a normal response. */
  let isServerReachable = false

  const transport: Transport = async (request) => {
    const response = await env.transport(request)
    respondedAt = env.monotonic()
    isServerReachable = true
    const { serverTime } = (response.body ?? {}) as { serverTime?: unknown }
    if (typeof serverTime === 'string') env.measureTime?.(serverTime)
    return response
  }

  async function runOnce(token: string): Promise<SyncRunResult> {
    const before = pushState.decided
    let stop: StopDetails | undefined
    try {
      await sendAndFetch(token)
      // Files are uploaded after all small operations. The operations that waited for them are sent immediately
      // afterwards.
      if (await uploadBlobs(db, transport, uploadEvents)) await sendAndFetch(token)
      if (env.monotonic() - prunedAt > pruneIntervalMs) {
        await deleteExpiredEntries(db)
        prunedAt = env.monotonic()
      }
    } catch (error) {
      if (!(error instanceof SyncStoppedError)) throw error
      stop = error.stop
    }
    const decided = pushState.decided - before
    if (decided > 0) noteProgress()
    return { decided, ...(stop && { stop }) }
  }

  function noteProgress(): void {
    progressedAt = env.monotonic()
  }
  const uploadEvents = { arrived: noteProgress, isInterrupted: () => isRunRequested }

  /** After a restore, a server first receives the operations that it lost; hence the second iteration. */
  async function sendAndFetch(token: string): Promise<void> {
    const isDoubtful = !isServerReachable || env.online?.() === false
    if (isDoubtful && (await db.outbox.count()) > 0) await probeServer(db, transport)
    await env.beforeSend?.()
    for (let time = 0; time < 2; time++) {
      const blockedError = await send()
      if (!(await pullAll(db, transport, token))) continue
      if (blockedError) throw blockedError
      return
    }
    throw new SyncStoppedError({ reason: 'unreachable' })
  }

  /** Sends operations. Returns the reason why the server accepts none, if pulling is still allowed. */
  async function send(): Promise<SyncStoppedError | undefined> {
    try {
      if (pushState.unconfirmed || env.confirmed?.() === false) await assertEmailConfirmed(db, transport)
      pushState.unconfirmed = false
      await pushAll(db, transport, pushState)
    } catch (error) {
      if (!(error instanceof SyncStoppedError) || error.stop.reason !== 'confirm') throw error
      pushState.unconfirmed = true
      return error
    }
  }

  function applyResult({ stop }: SyncRunResult): void {
    if (!stop) {
      failures = 0
      notBefore = 0
    }
    if (stop?.reason === 'signIn' || stop?.reason === 'update') paused = stop.reason
    if (stop?.reason === 'confirm') pauseFor(0)
    else if (stop) isServerReachable = false
    if (stop?.reason === 'unreachable') pauseFor(stop.retryAfter ?? 0)
  }

  /** @param least minimum delay in seconds */
  function pauseFor(minSeconds: number): void {
    const pause = growingPause(failures++, retryDelays, env.random)
    notBefore = env.monotonic() + Math.max(pause, minSeconds * 1000)
  }

  async function tryRun(): Promise<SyncRunResult | undefined> {
    const ended = await withLeaderLock(db, env, lastHeartbeat, runOnce).catch((error: unknown): SyncRunResult => {
      // Another tab took the lock, because this tab's heartbeat had stopped.
      if (error instanceof DOMException && error.name === 'AbortError')
        return { stop: { reason: 'replaced' }, decided: 0 }
      throw error
    })
    if (ended) applyResult(ended)
    return ended
  }

  async function runUntilDone(): Promise<SyncRunResult | undefined> {
    let decided = 0
    for (;;) {
      isRunRequested = false
      const ended = await tryRun()
      if (!ended) {
        void followOtherTab().catch(() => undefined)
        return undefined
      }
      decided += ended.decided
      if (!isRunRequested || ended.stop) return { ...ended, decided }
    }
  }

  /** Sends the operations that the other tab left, as soon as its sync has ended. */
  async function followOtherTab(): Promise<void> {
    if (isWaitingForTab || !env.locks || (await db.outbox.count()) === 0) return
    isWaitingForTab = true
    try {
      await waitForLockRelease(db, env.locks)
    } finally {
      isWaitingForTab = false
    }
    if ((await db.outbox.count()) > 0) await run()
  }

  async function run({ now = false } = {}): Promise<SyncRunResult | undefined> {
    if (paused || (!now && env.monotonic() < notBefore)) return undefined
    isRunRequested = true
    running ??= runUntilDone().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    run,
    resume() {
      paused = undefined
      notBefore = 0
      failures = 0
    },
    paused: () => paused ?? (pushState.unconfirmed ? 'confirm' : undefined),
    idle: () => ({ progressed: env.monotonic() - progressedAt, responded: env.monotonic() - respondedAt }),
  }
}
