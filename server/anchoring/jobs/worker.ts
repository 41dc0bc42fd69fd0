import type { BitcoinChain } from '#server/anchoring/bitcoin/anchor.ts'
import { stepBitcoin } from '#server/anchoring/bitcoin/anchor.ts'
import type { CatapultChain } from '#server/anchoring/catapult/anchor.ts'
import { stepCatapult } from '#server/anchoring/catapult/anchor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { closeEpoch } from './epoch.ts'

interface AnchoringOptions {
  system: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** Called until it succeeds, and again after a failed step. A node that is down does not delay the other chain. */
  bitcoin: () => Promise<BitcoinChain>
  catapult: (() => Promise<CatapultChain>) | undefined
  /** Shortest time between two epochs in milliseconds; 0 closes one as soon as a batch waits. */
  epochMs: (network: string) => number
  pollMs: number
  onError: (chain: string, error: unknown) => void
  /** Called when a job waits for something that an operator can change. */
  onBlocked: (chain: string, reason: string) => void
}

const MAX_BACKOFF_MS = 5 * 60_000

/** Runs until stopped. The promise of `stop` resolves when the running step has ended. */
export function runAnchoring(options: AnchoringOptions): { stop(): Promise<void> } {
  const abort = new AbortController()
  const { system, bitcoin, catapult, epochMs, pollMs, onError, onBlocked: onHeld } = options
  const loops = [
    loop('bitcoin', bitcoin, async (chain) => {
      await system((tx) => closeEpoch(tx, epochMs(chain.network)))
      await system((tx) => stepBitcoin(tx, chain, (reason) => onHeld('bitcoin', reason)))
    }),
  ]
  const stepOf = (chain: CatapultChain) =>
    system((tx) => stepCatapult(tx, chain, (reason) => onHeld('catapult', reason)))
  if (catapult) loops.push(loop('catapult', catapult, stepOf))

  /**
   * Retries a failed chain for ever with a growing delay. The jitter keeps several workers from retrying at the same
   * moment.
   */
  async function loop<C>(name: string, connect: () => Promise<C>, step: (chain: C) => Promise<void>): Promise<void> {
    let chain: C | undefined
    for (let failures = 0; !abort.signal.aborted; ) {
      try {
        chain ??= await connect()
        await step(chain)
        failures = 0
      } catch (error) {
        failures++
        // Connects again, so that the network of the node is checked again.
        chain = undefined
        onError(name, error)
      }
      await pause(failures === 0 ? pollMs : backoff(failures), abort.signal)
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
