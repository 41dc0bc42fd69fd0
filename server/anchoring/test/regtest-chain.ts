import { randomBytes } from 'node:crypto'
import type { BitcoinConnection } from '#server/anchoring/bitcoin/chain.ts'
import { bitcoinAddress } from '#server/anchoring/bitcoin/key.ts'
import type { BitcoinRpc } from '#server/anchoring/bitcoin/rpc.ts'
import { createCoinScan } from '#server/anchoring/bitcoin/scan.ts'
import { closeEpoch } from '#server/anchoring/jobs/epoch.ts'
import type { Database } from '#server/core/db/database.ts'
import type { TestDatabase } from '#server/core/test/database/database.ts'
import type { createWallet } from './regtest.ts'
import { inProcessSigner } from './signer-fixture.ts'

type Wallet = ReturnType<typeof createWallet>
type Settings = Pick<BitcoinConnection, 'finalAfter' | 'bumpAfter'> & { former?: Wallet[]; signal?: AbortSignal }

/** The parts of a step on regtest, with a signer in this process that has the present and the former keys. */
export function regtestChain(
  rpc: BitcoinRpc,
  present: Wallet,
  { former = [], signal, ...settings }: Settings,
): BitcoinConnection {
  const keys = [present, ...former].map(({ publicKey }) => publicKey)
  const ended = signal ?? new AbortController().signal
  return {
    rpc,
    signer: inProcessSigner(present, {}, former),
    keys,
    address: bitcoinAddress(keys[0]!, 'regtest'),
    scan: createCoinScan({ rpc, keys, network: 'regtest', timeoutMs: 5_000, signal: ended }),
    network: 'regtest',
    maxRate: 200,
    rebroadcastMs: 0,
    ...settings,
  }
}

/** Adds an epoch with one round, whose anchor job waits. */
export async function addEpoch(database: TestDatabase, db: Database): Promise<void> {
  await database.query(`insert into anchor_commitment (kind, root, size, levels) values ('round', $1, 1, $1)`, [
    randomBytes(32),
  ])
  await db.system((tx) => closeEpoch(tx, 0))
}

/** Makes all postponed jobs due. */
export const makeDue = (database: TestDatabase) => database.query('update anchor_job set next_at = now()')
