import { openDatabase } from '#server/core/db.ts'
import { bitcoinAddress, bitcoinSigner } from './bitcoin-key.ts'
import { createBitcoinRpc } from './bitcoin-rpc.ts'
import { runAnchoring } from './worker.ts'

/** The worker as a process of its own, so that a test can kill it for real. Configured by environment alone. */
const { DATABASE_URL, RPC_URL, KEY } = process.env
const signer = bitcoinSigner(Buffer.from(KEY!, 'hex'))
const db = openDatabase({ databaseUrl: DATABASE_URL!, databaseConnections: 3 })

runAnchoring({
  system: (run) => db.system(run),
  bitcoin: async () => ({
    rpc: createBitcoinRpc({ url: RPC_URL! }),
    signer,
    address: bitcoinAddress(signer.publicKey, 'regtest'),
    network: 'regtest',
    finalAfter: 6,
    bumpAfter: 3,
    maxRate: 400,
    rebroadcastMs: 50,
  }),
  catapult: undefined,
  epochMs: () => 0,
  pollMs: 20,
  onHeld: (chain, reason) => process.stderr.write(`${chain}: ${reason}\n`),
  onError: (chain, error) => process.stderr.write(`${chain}: ${error instanceof Error ? error.stack : error}\n`),
})
process.stdout.write('running\n')
