import { networks, payments } from 'bitcoinjs-lib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { ECPairFactory } from 'ecpair'
import pg from 'pg'
import * as ecc from 'tiny-secp256k1'
import { createBitcoinRpc } from './bitcoin-rpc.ts'
import { runAnchoring } from './worker.ts'

/** The worker as a process of its own, so that a test can kill it for real. Configured by environment alone. */
const { DATABASE_URL, RPC_URL, KEY } = process.env
const pair = ECPairFactory(ecc).fromPrivateKey(Buffer.from(KEY!, 'hex'), { network: networks.regtest })
const pool = new pg.Pool({ connectionString: DATABASE_URL!, max: 3 })
const db = drizzle({ client: pool, casing: 'snake_case' })

runAnchoring({
  system: (run) => db.transaction(run),
  bitcoin: {
    rpc: createBitcoinRpc({ url: RPC_URL! }),
    signer: { publicKey: pair.publicKey, sign: async (message) => pair.sign(message) },
    address: payments.p2wpkh({ pubkey: pair.publicKey, network: networks.regtest }).address!,
    network: 'regtest',
    finalAfter: 6,
    bumpAfter: 3,
    maxRate: 400,
    rebroadcastMs: 50,
  },
  catapult: undefined,
  epochMs: 0,
  pollMs: 20,
  onError: (chain, error) => process.stderr.write(`${chain}: ${error instanceof Error ? error.stack : error}\n`),
})
process.stdout.write('running\n')
