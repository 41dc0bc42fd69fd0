import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { networks, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import * as ecc from 'tiny-secp256k1'
import { startBitcoinNode } from '#server/anchoring/embedded/bitcoin/start.ts'
import { startCatapultLedger } from '#server/anchoring/embedded/catapult/start.ts'
import { serveParent } from './children.ts'

const user = 'assay'
/** Quick enough to watch an anchor become final on a demonstration, slow enough to see the states in between. */
const blockMs = 2_000

/** Both embedded chains; they keep their blocks in the data folder. */
await serveParent(async () => {
  const { DATA_DIR = '.data', BITCOIN_KEY = '', BITCOIN_PASSWORD = '' } = process.env
  const folder = (name: string) => {
    const path = join(DATA_DIR, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const bitcoin = await startBitcoinNode({
    dir: folder('bitcoin'),
    port: 0,
    user,
    password: BITCOIN_PASSWORD,
    mineTo: addressOf(BITCOIN_KEY),
    blockMs,
  })
  const catapult = await startCatapultLedger({ dir: folder('catapult'), port: 0, blockMs })
  const url = new URL(bitcoin.url)
  url.username = user
  url.password = BITCOIN_PASSWORD
  return {
    ready: { bitcoinUrl: url.href, catapultUrl: catapult.url },
    async close() {
      await Promise.all([bitcoin.close(), catapult.close()])
    },
  }
})

/** Regtest address of the key that pays for anchors. */
function addressOf(key: string): string {
  const { publicKey } = ECPairFactory(ecc).fromPrivateKey(Buffer.from(key, 'hex'))
  return payments.p2wpkh({ pubkey: publicKey, network: networks.regtest }).address!
}
