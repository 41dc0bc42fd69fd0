import { setTimeout as pause } from 'node:timers/promises'
import type { Chain } from '#server/anchoring/chain.ts'
import { type GrowingPause, growingPauses } from '#server/core/growing-pauses.ts'
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
  /** Whether a loop may have work. Without work, only every `maxIdlePolls`th poll is a step. */
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

const pauses = growingPauses(1_000, 5 * 60_000)
/** A step without work still finds new blocks, and learns whether node and signer respond. */
const maxIdlePolls = 5

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

  /** Repeats a step for ever; after a failure it connects again, after a growing pause. */
  async function loop<C>(name: LoopName, connect: () => Promise<C>, step: (chain: C) => Promise<void>): Promise<void> {
    let chain: C | undefined
    let idlePolls = maxIdlePolls
    let failed: GrowingPause | undefined
    while (!abort.signal.aborted) {
      let maxMs = Number.POSITIVE_INFINITY
      try {
        idlePolls++
        if (idlePolls >= maxIdlePolls || (await hasWork(name))) {
          chain ??= await connect()
          await step(chain)
          idlePolls = 0
        }
        failed = undefined
      } catch (error) {
        const isFirst = !failed && chain !== undefined
        failed = (failed ?? pauses).next()
        idlePolls = maxIdlePolls
        // Connects again, so that the network of the node is checked again.
        chain = undefined
        // Another node may do the same step at once. Only if that fails too is it a problem.
        if (isFirst) continue
        if (error instanceof JobBlockedError) maxMs = error.retryMs
        await monitor.failed(name, error).catch(() => undefined)
      }
      const waitMs = failed ? Math.min(maxMs, failed.duration) : pollMs
      await pause(waitMs, undefined, { signal: abort.signal }).catch(() => undefined)
    }
  }

  return {
    async stop() {
      abort.abort()
      await Promise.all(loops)
    },
  }
}
