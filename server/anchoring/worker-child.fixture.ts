import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { bitcoinAddress, bitcoinSigner } from './bitcoin-key.ts'
import { createBitcoinRpc } from './bitcoin-rpc.ts'
import { runAnchoring } from './worker.ts'

/** The worker as a process of its own, so that a test can kill it for real. Configured by environment alone. */
const { DATABASE_URL, RPC_URL, KEY } = process.env
const signer = bitcoinSigner(Buffer.from(KEY!, 'hex'))
const pool = new pg.Pool({ connectionString: DATABASE_URL!, max: 3 })
const db = drizzle({ client: pool, casing: 'snake_case' })

runAnchoring({
  system: (run) => db.transaction(run),
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
  onError: (chain, error) => process.stderr.write(`${chain}: ${error instanceof Error ? error.stack : error}\n`),
})
process.stdout.write('running\n')
