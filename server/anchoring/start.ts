import type { Services } from '#server/core/services.ts'
import type { SignedFees } from '#shared/anchoring/chain-report.ts'
import type { BitcoinChain } from './bitcoin/anchor.ts'
import { knownBalance } from './bitcoin/coins.ts'
import { bitcoinAddress, bitcoinNetwork } from './bitcoin/key.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'
import { createCoinScan } from './bitcoin/scan.ts'
import type { CatapultChain } from './catapult/anchor.ts'
import { connectCatapult } from './catapult/chain.ts'
import { checkNetwork } from './check-network.ts'
import { epochMs } from './jobs/epoch.ts'
import { type ChainFacts, createMonitor } from './jobs/monitor.ts'
import { roundMs } from './jobs/round.ts'
import { type Connection, runAnchoring } from './jobs/worker.ts'
import { connectSigner } from './signer/client.ts'
import type { AnchorSigner } from './signer/signer-interface.ts'

const POLL_MS = 1000

type Parts = Pick<Services, 'config' | 'db' | 'log'>

/** How long batches and rounds are gathered, in milliseconds, on a network. */
interface Intervals {
  epochMs: (network: string) => number
  roundMs: (network: string | undefined) => number
}

/** Runs anchoring in this process until stopped. Several workers may run: only one at a time processes a key. */
export function startAnchoring(parts: Parts): { stop(): Promise<void> } {
  const { config } = parts
  return openAnchoring(parts, {
    epochMs: (network) => epochMs(config, network),
    roundMs: (network) => roundMs(config, network),
  })
}

/** The same with other intervals than those of the network. */
export function openAnchoring(parts: Parts, intervals: Intervals): { stop(): Promise<void> } {
  const { config, db } = parts
  if (!config.signerSocket) throw new Error('SIGNER_SOCKET is not set: nothing can be signed.')
  const signer = connectSigner(config.signerSocket)
  return runAnchoring({
    ...intervals,
    system: (run) => db.system(run),
    bitcoin: (signal) => openBitcoin(parts, signer, signal),
    catapult: () => openCatapult(parts, signer),
    pollMs: POLL_MS,
    monitor: createMonitor(parts, (connection) => factsOf(parts, signer, connection)),
  })
}

async function factsOf({ db }: Parts, signer: AnchorSigner, connection: Connection): Promise<ChainFacts> {
  const described = await signer.describe()
  if ('catapult' in connection) {
    const { catapult } = connection
    const [{ balance }, { height }] = [await catapult.funds(), await catapult.tip()]
    const { network, address } = catapult
    return { network, address, balance: `${balance}`, height, nodes: [], fees: amounts(described.catapult.fees) }
  }
  const { network, address, rpc } = connection.bitcoin
  const height = await rpc.call<number>('getblockcount')
  const balance = await db.system(knownBalance)
  return { network, address, balance: `${balance}`, height, nodes: [], fees: amounts(described.bitcoin.fees) }
}

function amounts({ day, year, dayLimit, yearLimit }: Record<keyof SignedFees, bigint>): SignedFees {
  return { day: `${day}`, year: `${year}`, dayLimit: `${dayLimit}`, yearLimit: `${yearLimit}` }
}

async function openBitcoin({ config, db }: Parts, signer: AnchorSigner, signal: AbortSignal): Promise<BitcoinChain> {
  const rpc = createBitcoinRpc({ url: config.bitcoinRpcUrl })
  const { publicKey, formerKeys, maxFeeRate: maxRate } = (await signer.describe()).bitcoin
  const keys = [publicKey, ...formerKeys]
  const network = await bitcoinNetwork(rpc)
  await checkNetwork(db.read, 'bitcoin', network, config.bitcoinNetwork)
  const address = bitcoinAddress(publicKey, network)
  const scan = createCoinScan({ rpc, keys, network, timeoutMs: config.bitcoinScanSeconds * 1000, signal })
  return { rpc, signer, keys, scan, address, network, finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 10_000 }
}

async function openCatapult({ config, db }: Parts, signer: AnchorSigner): Promise<CatapultChain> {
  const chain = await connectCatapult(config.catapultUrl, signer)
  await checkNetwork(db.read, 'catapult', chain.network, config.catapultNetwork)
  return chain
}
