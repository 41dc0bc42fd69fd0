import { sendBlobs } from './blobs.ts'
import type { OfflineDatabase } from './database.ts'
import { exclusively, type Locks, type Seen, whenFree } from './lock.ts'
import { prune } from './prune.ts'
import { pullAll, reach } from './pull.ts'
import { assertConfirmed, type Memory, newMemory, pushAll } from './push.ts'
import { type Stop, Stopped, type Transport } from './transport.ts'

/** Between two attempts after failures, ms: doubled each time up to the longest. */
const shortestPause = 1_000
const longestPause = 5 * 60_000
/** Between two looks for what is old enough to be forgotten, ms. */
const pruneMs = 3_600_000

export type Env = {
  transport: Transport
  locks: Locks | undefined
  /** ms; the wall clock is shown only, what waits is measured by the other one. */
  now(): number
  monotonic(): number
  random(): number
  /** What the browser thinks of the network: no more than a hint. */
  online?(): boolean
  /** Whether the user's e-mail is confirmed, as far as this device knows; yes where it is absent. */
  confirmed?(): boolean
}

/** How a drain ended: with everything done that could be, or stopped. */
export type Ended = { stop?: Stop; settled: number }

/** What everything waits for. A confirmation may be seen by asking alone: it is asked for again, less and less often. */
export type Paused = 'signIn' | 'update' | 'confirm' | undefined

export type Drain = {
  /** One attempt to send and to fetch everything; undefined where it is not the time, or another tab is at work. */
  run(options?: { now?: boolean }): Promise<Ended | undefined>
  /** A sign-in, a new version: what it was paused for is over. */
  resume(): void
  paused(): Paused
  /** ms since the server last acknowledged or rejected something, or took a piece of a file, and since it last answered. */
  idle(): { settled: number; answered: number }
}

export function createDrain(db: OfflineDatabase, env: Env, memory: Memory = newMemory()): Drain {
  const seen: { last?: Seen } = {}
  let failures = 0
  let notBefore = 0
  let paused: 'signIn' | 'update' | undefined
  let running: Promise<Ended | undefined> | undefined
  /** Somebody asked while a drain ran, perhaps for what was saved after it had looked. */
  let asked = false
  /** Another tab drains, and perhaps looked at the outbox before this tab saved something. */
  let waiting = false
  let settledAt = env.monotonic()
  let prunedAt = Number.NEGATIVE_INFINITY
  let answeredAt = Number.NEGATIVE_INFINITY
  /** The last request was answered as it should be. */
  let reached = false

  const transport: Transport = async (request) => {
    const answer = await env.transport(request)
    answeredAt = env.monotonic()
    reached = true
    return answer
  }

  async function once(token: string): Promise<Ended> {
    const before = memory.settled
    let stop: Stop | undefined
    try {
      await sendAndFetch(token)
      // Files come after everything small; what waited for them follows at once.
      if (await sendBlobs(db, transport, somethingSettled)) await sendAndFetch(token)
      if (env.monotonic() - prunedAt > pruneMs) {
        await prune(db)
        prunedAt = env.monotonic()
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      stop = error.stop
    }
    const settled = memory.settled - before
    if (settled > 0) somethingSettled()
    return { settled, ...(stop && { stop }) }
  }

  function somethingSettled(): void {
    settledAt = env.monotonic()
  }

  /** A server that was set back gets what it forgot first: hence the second time. */
  async function sendAndFetch(token: string): Promise<void> {
    const isDoubtful = !reached || env.online?.() === false
    if (isDoubtful && (await db.outbox.count()) > 0) await reach(db, transport)
    for (let time = 0; time < 2; time++) {
      const held = await send()
      if (!(await pullAll(db, transport, token))) continue
      if (held) throw held
      return
    }
    throw new Stopped({ why: 'away' })
  }

  /** Answers why nothing was taken, where what others changed may be fetched all the same. */
  async function send(): Promise<Stopped | undefined> {
    try {
      if (memory.unconfirmed || env.confirmed?.() === false) await assertConfirmed(db, transport)
      memory.unconfirmed = false
      await pushAll(db, transport, memory)
    } catch (error) {
      if (!(error instanceof Stopped) || error.stop.why !== 'confirm') throw error
      memory.unconfirmed = true
      return error
    }
  }

  function note({ stop }: Ended): void {
    if (!stop) {
      failures = 0
      notBefore = 0
    }
    if (stop?.why === 'signIn' || stop?.why === 'update') paused = stop.why
    if (stop?.why === 'confirm') pauseFor(0)
    else if (stop) reached = false
    if (stop?.why === 'away') pauseFor(stop.retryAfter ?? 0)
  }

  /** @param least seconds */
  function pauseFor(least: number): void {
    const pause = Math.min(longestPause, shortestPause * 2 ** failures++) * (0.5 + env.random() / 2)
    notBefore = env.monotonic() + Math.max(pause, least * 1000)
  }

  async function attempt(): Promise<Ended | undefined> {
    const ended = await exclusively(db, env, seen, once).catch((error: unknown): Ended => {
      // The lock was taken from this tab, which looked dead.
      if (error instanceof DOMException && error.name === 'AbortError') return { stop: { why: 'replaced' }, settled: 0 }
      throw error
    })
    if (ended) note(ended)
    return ended
  }

  async function attempts(): Promise<Ended | undefined> {
    let settled = 0
    for (;;) {
      asked = false
      const ended = await attempt()
      if (!ended) {
        void followOtherTab().catch(() => undefined)
        return undefined
      }
      settled += ended.settled
      if (!asked || ended.stop) return { ...ended, settled }
    }
  }

  /** Sends what the other tab did not take, as soon as that tab has ended its drain. */
  async function followOtherTab(): Promise<void> {
    if (waiting || !env.locks || (await db.outbox.count()) === 0) return
    waiting = true
    try {
      await whenFree(db, env.locks)
    } finally {
      waiting = false
    }
    if ((await db.outbox.count()) > 0) await run()
  }

  async function run({ now = false } = {}): Promise<Ended | undefined> {
    if (paused || (!now && env.monotonic() < notBefore)) return undefined
    asked = true
    running ??= attempts().finally(() => {
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
    paused: () => paused ?? (memory.unconfirmed ? 'confirm' : undefined),
    idle: () => ({ settled: env.monotonic() - settledAt, answered: env.monotonic() - answeredAt }),
  }
}
