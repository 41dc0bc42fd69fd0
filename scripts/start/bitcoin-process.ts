import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startBitcoinNode } from '#scripts/chains/bitcoin/start.ts'
import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import { serveParent } from './child-process.ts'

const user = 'assay'
/** Short enough to see an anchor become final in a demonstration, long enough to see the states in between. */
const blockMs = 2_000

/** The embedded Bitcoin node. It stores its blocks in the data folder, and pays its rewards to the key of the signer. */
await serveParent(async () => {
  const { DATA_DIR = '.data', MINE_TO_PUBLIC_KEY = '', BITCOIN_PASSWORD: password = '' } = process.env
  const dir = join(DATA_DIR, 'bitcoin')
  mkdirSync(dir, { recursive: true })
  const mineTo = bitcoinAddress(Buffer.from(MINE_TO_PUBLIC_KEY, 'hex'), 'regtest')
  const node = await startBitcoinNode({ dir, port: 0, user, password, mineTo, blockMs })
  const url = Object.assign(new URL(node.url), { username: user, password })
  return { ready: { url: url.href }, close: () => node.close() }
})
