import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { runAnchoring } from './worker.ts'

/** Runs the worker as a separate process that a test can kill. It is configured by environment variables only. */
const { DATABASE_URL, RPC_URL, SIGNER_SOCKET } = process.env
const signer = connectSigner(SIGNER_SOCKET!)
const db = openDatabase({ databaseUrl: DATABASE_URL!, databaseConnections: 3 })

runAnchoring({
  system: (run) => db.system(run),
  bitcoin: async () => {
    const { publicKey, maxFeeRate: maxRate } = (await signer.describe()).bitcoin
    const address = bitcoinAddress(publicKey, 'regtest')
    const rpc = createBitcoinRpc({ url: RPC_URL! })
    const settings = { network: 'regtest', finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 50 }
    return { rpc, signer, publicKey, address, ...settings }
  },
  catapult: undefined,
  epochMs: () => 0,
  pollMs: 20,
  onBlocked: (chain, reason) => process.stderr.write(`${chain}: ${reason}\n`),
  onError: (chain, error) => process.stderr.write(`${chain}: ${error instanceof Error ? error.stack : error}\n`),
})
process.stdout.write('running\n')
