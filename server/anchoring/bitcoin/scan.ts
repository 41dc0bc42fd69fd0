import type { FundsSearch } from '#server/anchoring/chain.ts'
import type { InTransaction } from '#server/anchoring/jobs/job-store.ts'
import { addCoins, isSpendable, type Keyring } from './coins.ts'
import { type BitcoinNetwork, bitcoinAddress, changeScript } from './key.ts'
import type { BitcoinRpc } from './rpc.ts'

type Unspent = {
  txid: string
  vout: number
  amount: number
  height: number
  scriptPubKey: string
}

/** Minimum pause between two scans: milliseconds, and a multiple of the duration of the last one. */
const restMs = 10_000
const restFactor = 20
/** How long a step waits for a scan: on a small chain the scan ends within this time. */
const waitMs = 2_000

/** Payments from elsewhere are searched for this often while known outputs can be spent. */
const usualMs = 24 * 3600_000

/** When searches ended. Kept while the worker connects again, so that a node that comes and goes is not searched each time. */
export type SearchTimes = {
  /** The addresses that were searched. */
  addresses: string
  restUntil: number
  /** Undefined until a search has succeeded. */
  endedAt: number | undefined
  foundNone: boolean
}

export const noSearches = (): SearchTimes => ({ addresses: '', restUntil: 0, endedAt: undefined, foundNone: false })

type ScanOptions = {
  rpc: BitcoinRpc
  keys: Keyring
  network: BitcoinNetwork
  /** Timeout of a scan in milliseconds. A later scan starts again. */
  timeoutMs: number
  /** Ends a running scan. */
  signal: AbortSignal
  times?: SearchTimes
}

/**
 * Looks for outputs that are not in the database: the first money of a key, and payments from elsewhere. A search is also due before the
 * first epoch, so that a payment is shown.
 */
export type CoinScan = FundsSearch & {
  hasEnded(): boolean
}

export function createCoinScan({ rpc, keys, network, timeoutMs, signal, times = noSearches() }: ScanOptions): CoinScan {
  let running: Promise<void> | undefined
  const addresses = keys.map((key) => bitcoinAddress(key, network))
  if (times.addresses !== addresses.join()) Object.assign(times, { ...noSearches(), addresses: addresses.join() })

  async function scan(run: InTransaction): Promise<void> {
    const from = Date.now()
    try {
      const { unspents } = await rpc.scan<{ unspents: Unspent[] }>(addresses, { timeoutMs, signal })
      const coins = unspents.flatMap(({ txid, vout, amount, height, scriptPubKey }) => {
        const publicKey = keys.find((key) => changeScript(key).toString('hex') === scriptPubKey)
        return publicKey ? [{ txid, vout, height, publicKey, value: BigInt(Math.round(amount * 1e8)) }] : []
      })
      await run((tx) => addCoins(tx, coins))
      Object.assign(times, { endedAt: Date.now(), foundNone: !coins.some(isSpendable) })
    } finally {
      running = undefined
      times.restUntil = Date.now() + Math.max(restMs, (Date.now() - from) * restFactor)
    }
  }

  return {
    async request(run) {
      if (!running && Date.now() < times.restUntil) return false
      running ??= scan(run)
      // A scan that fails later is reported by the step that waits for it, or by none: the next one starts again.
      running.catch(() => undefined)
      await Promise.race([running, pause(waitMs)])
      return true
    },
    isDue() {
      const { restUntil, endedAt, foundNone } = times
      const now = Date.now()
      return !running && now >= restUntil && (endedAt === undefined || foundNone || now - endedAt >= usualMs)
    },
    hasEnded: () => times.endedAt !== undefined,
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
