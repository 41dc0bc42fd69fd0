import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { networks, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as ecc from 'tiny-secp256k1'
import { startBitcoinNode } from '#server/anchoring/embedded/bitcoin/start.ts'
import { serveParent } from './children.ts'

const user = 'assay'
/** Quick enough to watch an anchor become final on a demonstration, slow enough to see the states in between. */
const blockMs = 2_000

/** The embedded Bitcoin node; it keeps its blocks in the data folder. */
await serveParent(async () => {
  const { DATA_DIR = '.data', BITCOIN_KEY = '', BITCOIN_PASSWORD: password = '' } = process.env
  const dir = join(DATA_DIR, 'bitcoin')
  mkdirSync(dir, { recursive: true })
  const node = await startBitcoinNode({ dir, port: 0, user, password, mineTo: addressOf(BITCOIN_KEY), blockMs })
  const url = Object.assign(new URL(node.url), { username: user, password })
  return { ready: { url: url.href }, close: () => node.close() }
})

/** Regtest address of the key that pays for anchors. */
function addressOf(key: string): string {
  const { publicKey } = ECPairFactory(ecc).fromPrivateKey(Buffer.from(key, 'hex'))
  return payments.p2wpkh({ pubkey: publicKey, network: networks.regtest }).address!
}
