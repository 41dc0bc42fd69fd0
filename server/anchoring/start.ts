import type { Services } from '#server/core/services.ts'
import type { BitcoinChain } from './bitcoin-anchor.ts'
import { bitcoinAddress, bitcoinNetwork, bitcoinSigner } from './bitcoin-key.ts'
import { createBitcoinRpc } from './bitcoin-rpc.ts'
import { catapultSigner, connectCatapult } from './catapult-chain.ts'
import { runAnchoring } from './worker.ts'

const POLL_MS = 1000
/** On a public network an epoch costs a fee; on a local one it closes as soon as a batch waits. */
const PUBLIC_EPOCH_MS = 3_600_000

/** Runs anchoring in this process until stopped. Several workers may run: each key is one worker's at a time. */
export function startAnchoring({ config, db, log }: Pick<Services, 'config' | 'db' | 'log'>): {
  stop(): Promise<void>
} {
  return runAnchoring({
    system: (run) => db.system(run),
    bitcoin: () => connectBitcoin(config),
    catapult: () => connectCatapult(config.catapultUrl, catapultSigner(config.catapultKey)),
    epochMs: (network) => (network === 'regtest' ? 0 : PUBLIC_EPOCH_MS),
    pollMs: POLL_MS,
    onError: (chain, error) => log.warn({ err: error, chain }, 'anchoring: a step failed and will be tried again'),
  })
}

async function connectBitcoin(config: Services['config']): Promise<BitcoinChain> {
  const rpc = createBitcoinRpc({ url: config.bitcoinRpcUrl })
  const signer = bitcoinSigner(config.bitcoinKey)
  const network = await bitcoinNetwork(rpc)
  const address = bitcoinAddress(signer.publicKey, network)
  return { rpc, signer, address, network, finalAfter: 6, bumpAfter: 3, maxRate: 200, rebroadcastMs: 10_000 }
}
