import type { Chain } from '#server/anchoring/chain.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { type AnchorProblem, JobBlockedError } from './blocked.ts'
import { closeEpoch } from './epoch.ts'
import type { AnchoringDatabase } from './job-store.ts'
import { closeRound } from './round.ts'
import { stepChain } from './step.ts'

/** Each chain has a loop of its own, and rounds are closed without any node. */
export type LoopName = ChainId | 'rounds'

type AnchoringOptions = {
  db: AnchoringDatabase
  /** Called until it succeeds, and again after a failed step. A node that is down does not delay the other chain. */
  connect: Record<ChainId, (stopped: AbortSignal) => Promise<Chain>>
  /** Shortest time between two epochs in milliseconds; 0 closes one as soon as a batch waits. */
  epochMs: (network: string) => number
  /** How long a batch waits for others of its round. The network is undefined until a node has answered. */
  roundMs: (network: string | undefined) => number
  /** Whether a loop may have work. Without work, only every `IDLE_POLLS`th poll is a step. */
  hasWork: (loop: LoopName) => Promise<boolean>
  pollMs: number
  monitor: Monitor
}

/** Learns of every step of a chain. */
export type Monitor = {
  /** @param problems why jobs or the chain wait for something that an operator can change */
  stepped(chain: Chain, problems: readonly AnchorProblem[]): Promise<void>
  failed(loop: LoopName, error: unknown): Promise<void>
}

const MAX_BACKOFF_MS = 5 * 60_000
/** A step without work still finds new blocks, and learns whether node and signer respond. */
const IDLE_POLLS = 5

/** Runs until stopped. The promise of `stop` resolves when the running step has ended. */
export function runAnchoring(options: AnchoringOptions): { stop(): Promise<void> } {
  const abort = new AbortController()
  const { db, connect, epochMs, roundMs, hasWork, pollMs, monitor } = options
  let catapultNetwork: string | undefined
  const loops = [
    loop(
      'rounds',
      async () => undefined,
      async () => {
        await db.system((tx) => closeRound(tx, roundMs(catapultNetwork)))
      },
    ),
    loop(
      'bitcoin',
      () => connect.bitcoin(abort.signal),
      async (chain) => {
        await db.system((tx) => closeEpoch(tx, epochMs(chain.network)))
        await watchedStep(chain)
      },
    ),
    loop(
      'catapult',
      () => connect.catapult(abort.signal),
      async (chain) => {
        catapultNetwork = chain.network
        await watchedStep(chain)
      },
    ),
  ]

  /** Collects the problems of a step for the monitor. */
  async function watchedStep(chain: Chain): Promise<void> {
    const problems: AnchorProblem[] = []
    await stepChain(db, chain, (problem) => void problems.push(problem))
    await monitor.stepped(chain, problems)
  }

  /**
   * Retries a failed chain for ever with a growing delay. The jitter keeps several workers from retrying at the same
   * moment.
   */
  async function loop<C>(name: LoopName, connect: () => Promise<C>, step: (chain: C) => Promise<void>): Promise<void> {
    let chain: C | undefined
    let idlePolls = IDLE_POLLS
    for (let failures = 0; !abort.signal.aborted; ) {
      let maxMs = MAX_BACKOFF_MS
      try {
        idlePolls++
        if (idlePolls >= IDLE_POLLS || (await hasWork(name))) {
          chain ??= await connect()
          await step(chain)
          idlePolls = 0
        }
        failures = 0
      } catch (error) {
        failures++
        idlePolls = IDLE_POLLS
        const wasConnected = chain !== undefined
        // Connects again, so that the network of the node is checked again.
        chain = undefined
        // Another node may do the same step at once. Only if that fails too is it a problem.
        if (wasConnected && failures === 1) continue
        if (error instanceof JobBlockedError) maxMs = error.retryMs
        await monitor.failed(name, error).catch(() => undefined)
      }
      await pause(failures === 0 ? pollMs : Math.min(maxMs, backoff(failures)), abort.signal)
    }
  }

  return {
    async stop() {
      abort.abort()
      await Promise.all(loops)
    },
  }
}

/** Doubles from 1 s to 5 min, with a jitter of one half. */
export function backoff(failures: number): number {
  const longest = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(failures - 1, 20))
  return longest / 2 + Math.random() * (longest / 2)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
