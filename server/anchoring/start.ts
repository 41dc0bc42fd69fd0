import type { Services } from '#server/core/services.ts'
import type { SignedFees } from '#shared/anchoring/chain-report.ts'
import { readBalance } from './bitcoin/coins.ts'
import { connectBitcoin } from './bitcoin/connect.ts'
import { anchorFee } from './bitcoin/fees.ts'
import { noSearches } from './bitcoin/scan.ts'
import { connectCatapult } from './catapult/connect.ts'
import { epochMs } from './jobs/epoch.ts'
import { type ChainFacts, createMonitor } from './jobs/monitor.ts'
import { roundMs } from './jobs/round.ts'
import { hasWaitingWork } from './jobs/waiting.ts'
import { type Connection, runAnchoring } from './jobs/worker.ts'
import { connectSigner } from './signer/client.ts'
import type { AnchorSigner } from './signer/signer-interface.ts'

const POLL_MS = 1000

type RequiredServices = Pick<Services, 'config' | 'db' | 'log' | 'mail'>

/** How long batches and rounds are gathered, in milliseconds, on a network. */
interface Intervals {
  epochMs: (network: string) => number
  roundMs: (network: string | undefined) => number
}

/** Runs anchoring in this process until stopped. Several workers may run: only one at a time processes a key. */
export function startAnchoring(parts: RequiredServices): { stop(): Promise<void> } {
  const { config } = parts
  return openAnchoring(parts, {
    epochMs: (network) => epochMs(config, network),
    roundMs: (network) => roundMs(config, network),
  })
}

/** The same with other intervals than those of the network. */
export function openAnchoring(parts: RequiredServices, intervals: Intervals): { stop(): Promise<void> } {
  const { config, db } = parts
  if (!config.signerSocket) throw new Error('SIGNER_SOCKET is not set: anchors cannot be signed.')
  const signer = connectSigner(config.signerSocket)
  const times = noSearches()
  return runAnchoring({
    ...intervals,
    db,
    bitcoin: (signal) => connectBitcoin(parts, signer, { signal, times }),
    catapult: () => connectCatapult(parts, signer),
    hasWork: (loop) => hasWaitingWork(db.read, loop),
    pollMs: POLL_MS,
    monitor: createMonitor(parts, (connection) => factsOf(parts, signer, connection)),
  })
}

async function factsOf({ db }: RequiredServices, signer: AnchorSigner, connection: Connection): Promise<ChainFacts> {
  const described = await signer.describe()
  if ('catapult' in connection) {
    const { catapult } = connection
    const { network, address } = catapult
    const { publicKey, fees } = described.catapult
    const [{ balance, fee }, { height }] = [await catapult.funds(), await catapult.tip()]
    const nodes = (await catapult.inspect?.()) ?? []
    const key = Buffer.from(publicKey).toString('hex')
    return {
      network,
      address,
      balance: `${balance}`,
      height,
      nodes,
      fees: amounts(fees),
      fee: `${fee}`,
      key,
      formerKeys: [],
      offer: null,
    }
  }
  const { network, address, rpc, scan, inspect } = connection.bitcoin
  const { fees } = described.bitcoin
  const [height, fee] = await Promise.all([rpc.call<number>('getblockcount'), anchorFee(rpc)])
  const found = await readBalance(db, rpc, height)
  // Before a search has ended, money that is not known is not money that is missing.
  const balance = found > 0n || scan.hasEnded() ? found : null
  const [key, ...formerKeys] = connection.bitcoin.keys.map((one) => Buffer.from(one).toString('hex'))
  const nodes = (await inspect?.()) ?? []
  return {
    network,
    address,
    balance: balance === null ? null : `${balance}`,
    height,
    nodes,
    fees: amounts(fees),
    fee: `${fee}`,
    key: key!,
    formerKeys,
    offer: null,
  }
}

function amounts({ day, year, dayLimit, yearLimit }: Record<keyof SignedFees, bigint>): SignedFees {
  return { day: `${day}`, year: `${year}`, dayLimit: `${dayLimit}`, yearLimit: `${yearLimit}` }
}
