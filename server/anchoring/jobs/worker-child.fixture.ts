import { bitcoinChain } from '#server/anchoring/bitcoin/chain.ts'
import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import { createBitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { createCoinScan } from '#server/anchoring/bitcoin/scan.ts'
import { catapultChain } from '#server/anchoring/catapult/chain.ts'
import { createCatapultRest } from '#server/anchoring/catapult/client.ts'
import { openCatapultConnection } from '#server/anchoring/catapult/connection.ts'
import { connectSigner } from '#server/anchoring/signer/client.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { hasWaitingWork } from './waiting.ts'
import { runAnchoring } from './worker.ts'

/** Runs the worker as a separate process that a test can kill. It is configured by environment variables only. */
const { DATABASE_URL, RPC_URL, CATAPULT_URL, SIGNER_SOCKET } = process.env
const signer = connectSigner(SIGNER_SOCKET!)
const db = openDatabase({ databaseUrl: DATABASE_URL!, databaseConnections: 5 })
const say = (text: string) => void process.stderr.write(`${text}\n`)

runAnchoring({
  db,
  connect: {
    bitcoin: async (signal) => {
      const { publicKey, formerKeys, maxFeeRate: maxRate } = (await signer.describe()).bitcoin
      const address = bitcoinAddress(publicKey, 'regtest')
      const keys = [publicKey, ...formerKeys]
      const rpc = createBitcoinRpc({ url: RPC_URL! })
      const network = 'regtest'
      const scan = createCoinScan({ rpc, keys, network, timeoutMs: 60_000, signal })
      const settings = { finalAfter: 6, bumpAfter: 3, maxRate, rebroadcastMs: 50 }
      return bitcoinChain({ ...settings, rpc, signer, keys, scan, address, network })
    },
    catapult: async () => {
      const connection = await openCatapultConnection([createCatapultRest(CATAPULT_URL!)], signer)
      return catapultChain({ ...connection, rebroadcastMs: 50 })
    },
  },
  epochMs: () => 0,
  roundMs: () => 0,
  hasWork: (loop) => hasWaitingWork(db.read, loop),
  pollMs: 20,
  monitor: {
    stepped: async ({ id }, problems) => {
      for (const { reason } of problems) say(`${id}: ${reason}`)
    },
    failed: async (chain, error) => say(`${chain}: ${error instanceof Error ? error.stack : error}`),
  },
})
process.stdout.write('running\n')
