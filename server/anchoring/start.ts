import type { Services } from '#server/core/services.ts'
import type { BitcoinChain } from './bitcoin/anchor.ts'
import { bitcoinAddress, bitcoinNetwork } from './bitcoin/key.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'
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

/** Runs anchoring in this process until stopped. Several workers may run: only one at a time processes a key. */
export function startAnchoring(parts: Parts): { stop(): Promise<void> } {
  const { config, db } = parts
  if (!config.signerSocket) throw new Error('SIGNER_SOCKET is not set: nothing can be signed.')
  const signer = connectSigner(config.signerSocket)
  return runAnchoring({
    system: (run) => db.system(run),
    bitcoin: () => openBitcoin(parts, signer),
    catapult: () => openCatapult(parts, signer),
    epochMs: (network) => epochMs(config, network),
    roundMs: (network) => roundMs(config, network),
    pollMs: POLL_MS,
    monitor: createMonitor(parts, factsOf),
  })
}

async function factsOf(connection: Connection): Promise<ChainFacts> {
  if ('catapult' in connection) {
    const { catapult } = connection
    const [{ balance }, { height }] = [await catapult.funds(), await catapult.tip()]
    const { network, address } = catapult
    return { network, address, balance: `${balance}`, height, nodes: [], fees: null }
  }
  const { network, address, rpc } = connection.bitcoin
  const height = await rpc.call<number>('getblockcount')
  return { network, address, balance: null, height, nodes: [], fees: null }
}

async function openBitcoin({ config, db }: Parts, signer: AnchorSigner): Promise<BitcoinChain> {
  const rpc = createBitcoinRpc({ url: config.bitcoinRpcUrl })
  const { publicKey, maxFeeRate: maxRate } = (await signer.describe()).bitcoin
  const network = await bitcoinNetwork(rpc)
  await checkNetwork(db.read, 'bitcoin', network, config.bitcoinNetwork)
  const address = bitcoinAddress(publicKey, network)
  return { rpc, signer, publicKey, address, network, finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 10_000 }
}

async function openCatapult({ config, db }: Parts, signer: AnchorSigner): Promise<CatapultChain> {
  const chain = await connectCatapult(config.catapultUrl, signer)
  await checkNetwork(db.read, 'catapult', chain.network, config.catapultNetwork)
  return chain
}
