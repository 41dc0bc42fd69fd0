import { growingPause } from '#client/core/async/growing-pause.ts'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { deleteExpiredEntries } from '#client/core/offline/database/delete-expired-entries.ts'
import { uploadBlobs } from './blob-upload.ts'
import { type LastHeartbeat, type Locks, waitForLockRelease, withLeaderLock } from './leader-lock.ts'
import { probeServer, pullAll } from './pull.ts'
import { assertEmailConfirmed, type DeviceDescription, newPushState, type PushState, pushAll } from './push.ts'
import { initialSync, nextSync, pauseOf, type SyncEvent, type SyncStep, stepOf } from './sync-machine.ts'
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
  /** What the merchant sees of this device. */
  describeDevice?(): Promise<DeviceDescription>
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

/** What one run has done. Another run may begin before it ends, if another tab took the lock meanwhile. */
type Run = { token: string; hasUploaded: boolean; hasReplayed: boolean }

/** Sends and fetches in runs, each of which walks through the steps of `sync-machine.ts`. */
export function createSyncLoop(
  db: OfflineDatabase,
  env: SyncEnvironment,
  pushState: PushState = newPushState(),
): SyncLoop {
  const lastHeartbeat: { last?: LastHeartbeat } = {}
  let state = initialSync
  /** The run that holds the lock. */
  let current: Run | undefined
  let running: Promise<SyncRunResult | undefined> | undefined
  /** A sync was requested while one ran, possibly for operations saved after its last read. */
  let isRunRequested = false
  /** Another tab syncs, and may have read the outbox before this tab saved an operation. */
  let isWaitingForTab = false
  let progressedAt = env.monotonic()
  let prunedAt = Number.NEGATIVE_INFINITY
  let respondedAt = Number.NEGATIVE_INFINITY

  const transport: Transport = async (request) => {
    const response = await env.transport(request)
    respondedAt = env.monotonic()
    const { serverTime } = (response.body ?? {}) as { serverTime?: unknown }
    if (typeof serverTime === 'string') env.measureTime?.(serverTime)
    return response
  }

  function move(event: SyncEvent, retryAfterSeconds = 0): void {
    state = nextSync(state, event, () => {
      const pause = growingPause(state.failures, retryDelays, env.random)
      return env.monotonic() + Math.max(pause, retryAfterSeconds * 1000)
    })
  }

  /** Does each step of a run. What the step reports leads to the next one. */
  async function runOnce(token: string): Promise<SyncRunResult> {
    const before = pushState.decided
    const run: Run = { token, hasUploaded: false, hasReplayed: false }
    const result = (stop?: StopDetails): SyncRunResult => {
      const decided = pushState.decided - before
      if (decided > 0) noteProgress()
      return { decided, ...(stop && { stop }) }
    }
    current = run
    move('started')
    try {
      for (let step = stepOf(state); step && run === current; step = stepOf(state)) {
        const event = await actions[step](run)
        if (run === current) move(event)
      }
      await prune()
      return result()
    } catch (error) {
      const stop = error instanceof SyncStoppedError ? error.stop : undefined
      if (run === current) move(stop?.reason ?? 'broken', stop?.reason === 'unreachable' ? stop.retryAfter : 0)
      if (!stop) throw error
      return result(stop)
    }
  }

  const actions: Record<SyncStep, (run: Run) => Promise<SyncEvent>> = {
    /** Operations that were sent never change, so none is sent while the server may be away. */
    async probing() {
      const isDoubtful = !state.isServerReachable || env.online?.() === false
      if (isDoubtful && (await db.outbox.count()) > 0) await probeServer(db, transport)
      await env.beforeSend?.()
      return 'responded'
    },
    /** A server that accepts nothing before the e-mail is confirmed can still be pulled from. */
    async pushing() {
      try {
        if (env.describeDevice && (await db.outbox.count()) > 0) pushState.about = await env.describeDevice()
        if (pushState.unconfirmed || env.confirmed?.() === false) await assertEmailConfirmed(db, transport, pushState)
        pushState.unconfirmed = false
        await pushAll(db, transport, pushState)
      } catch (error) {
        if (!(error instanceof SyncStoppedError) || error.stop.reason !== 'confirm') throw error
        pushState.unconfirmed = true
      }
      return 'pushed'
    },
    async pulling(run) {
      const isComplete = await pullAll(db, transport, run.token)
      if (!isComplete && run.hasReplayed) throw new SyncStoppedError({ reason: 'unreachable' })
      run.hasReplayed = !isComplete
      if (!isComplete) return 'serverRestored'
      if (pushState.unconfirmed) throw new SyncStoppedError({ reason: 'confirm' })
      return run.hasUploaded ? 'finished' : 'pulled'
    },
    /** After all small operations. */
    async uploading(run) {
      run.hasUploaded = true
      return (await uploadBlobs(db, transport, uploadEvents)) ? 'uploaded' : 'finished'
    },
  }

  function noteProgress(): void {
    progressedAt = env.monotonic()
  }
  const uploadEvents = { arrived: noteProgress, isInterrupted: () => isRunRequested }

  async function prune(): Promise<void> {
    if (env.monotonic() - prunedAt <= pruneIntervalMs) return
    await deleteExpiredEntries(db)
    prunedAt = env.monotonic()
  }

  /** Undefined when another tab syncs. */
  async function tryRun(): Promise<SyncRunResult | undefined> {
    try {
      const ended = await withLeaderLock(db, env, lastHeartbeat, runOnce)
      if (!ended) move('otherTab')
      return ended
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
      // Another tab took the lock, because this tab's heartbeat had stopped.
      move('replaced')
      current = undefined
      return { stop: { reason: 'replaced' }, decided: 0 }
    }
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
    if (pauseOf(state) || (!now && env.monotonic() < state.notBefore)) return undefined
    isRunRequested = true
    running ??= runUntilDone().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    run,
    resume: () => move('resumed'),
    paused: () => pauseOf(state) ?? (pushState.unconfirmed ? 'confirm' : undefined),
    idle: () => ({ progressed: env.monotonic() - progressedAt, responded: env.monotonic() - respondedAt }),
  }
}
