import { loggedMessage } from '#server/core/logged-error.ts'
import type { Services } from '#server/core/services.ts'
import type { BitcoinChain } from './bitcoin-anchor.ts'
import { bitcoinAddress, bitcoinNetwork, bitcoinSigner } from './bitcoin-key.ts'
import { createBitcoinRpc } from './bitcoin-rpc.ts'
import type { CatapultChain } from './catapult-anchor.ts'
import { catapultSigner, connectCatapult } from './catapult-chain.ts'
import { epochMs } from './epoch.ts'
import { checkNetwork } from './network.ts'
import { runAnchoring } from './worker.ts'

const POLL_MS = 1000

type Parts = Pick<Services, 'config' | 'db' | 'log'>

/** Runs anchoring in this process until stopped. Several workers may run: each key is one worker's at a time. */
export function startAnchoring(parts: Parts): { stop(): Promise<void> } {
  const { config, db, log } = parts
  return runAnchoring({
    system: (run) => db.system(run),
    bitcoin: () => openBitcoin(parts),
    catapult: () => openCatapult(parts),
    epochMs: (network) => epochMs(config, network),
    pollMs: POLL_MS,
    onError: (chain, error) => {
      log.warn({ err: error, chain }, `anchoring: a step failed and will be tried again: ${loggedMessage(error)}`)
    },
    onHeld: (chain, reason) => log.warn({ chain }, `anchoring: ${reason}`),
  })
}

async function openBitcoin({ config, db }: Parts): Promise<BitcoinChain> {
  const rpc = createBitcoinRpc({ url: config.bitcoinRpcUrl })
  const signer = bitcoinSigner(config.bitcoinKey)
  const network = await bitcoinNetwork(rpc)
  await checkNetwork(db.read, 'bitcoin', network, config.bitcoinNetwork)
  const address = bitcoinAddress(signer.publicKey, network)
  const maxRate = config.bitcoinMaxFeeRate
  return { rpc, signer, address, network, finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 10_000 }
}

async function openCatapult({ config, db }: Parts): Promise<CatapultChain> {
  const signer = catapultSigner(config.catapultKey)
  const chain = await connectCatapult(config.catapultUrl, signer, config.catapultMaxFee)
  await checkNetwork(db.read, 'catapult', chain.network, config.catapultNetwork)
  return chain
}
