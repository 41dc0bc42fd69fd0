import { Transaction } from 'bitcoinjs-lib'
import { eq, inArray, sql } from 'drizzle-orm'
import { anchorCoin, anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { changeScript } from './key.ts'
import type { BitcoinRpc } from './rpc.ts'
import type { Utxo } from './transaction.ts'

/** Satoshis. A smaller output is not worth an input. */
const SMALLEST_COIN = 20_000n

/** An unspent output with the key that spends it. */
export type Coin = Utxo & { publicKey: Uint8Array }

interface GetTxOut {
  confirmations: number
  coinbase: boolean
}

/** Keys of the signer: the present one first. */
export type Keyring = readonly Uint8Array[]

/** The first output of a transaction if a key of the ring spends it: the change of an anchor or of a child. */
export function findChangeCoin(raw: string, keys: Keyring): Coin | undefined {
  const tx = Transaction.fromHex(raw)
  const [output] = tx.outs
  const publicKey = output && keys.find((key) => changeScript(key).equals(output.script))
  return publicKey && { txid: tx.getId(), vout: 0, value: output.value, publicKey }
}

export async function addCoins(tx: Tx, coins: readonly (Coin & { height: number })[]): Promise<void> {
  if (coins.length === 0) return
  const rows = coins.map(({ txid, vout, value, height, publicKey }) => ({
    ...{ outpoint: `${txid}:${vout}`, publicKey: Buffer.from(publicKey), value, height },
  }))
  await tx
    .insert(anchorCoin)
    .values(rows)
    .onConflictDoUpdate({ target: anchorCoin.outpoint, set: { height: sql`excluded.height` } })
}

/** Coins of a final transaction are spent for ever. */
export async function removeCoin(tx: Tx, outpoint: string): Promise<void> {
  await tx.delete(anchorCoin).where(eq(anchorCoin.outpoint, outpoint))
}

/**
 * The known output that is best spent next: of a former key, so that the money moves to the present one; then one that a
 * reorganisation is least likely to remove; then the largest. The node is asked whether it is still unspent.
 */
export async function selectCoin(
  tx: Tx,
  rpc: BitcoinRpc,
  keys: Keyring,
  settledHeight: number,
): Promise<Coin | undefined> {
  const reserved = await tx
    .select({ outpoint: anchorJob.inputOutpoint })
    .from(anchorJob)
    .where(inArray(anchorJob.state, ['SENT', 'MINED']))
  const isReserved = new Set(reserved.map(({ outpoint }) => outpoint))
  const rank = (key: Buffer) => (keys.findIndex((one) => key.equals(one)) > 0 ? 0 : 1)
  const coins = (await tx.select().from(anchorCoin))
    .filter(({ publicKey }) => keys.some((key) => publicKey.equals(key)))
    .filter(({ outpoint, value }) => value >= SMALLEST_COIN && !isReserved.has(outpoint))
    .sort(
      (a, b) =>
        rank(a.publicKey) - rank(b.publicKey) ||
        Number(b.height <= settledHeight) - Number(a.height <= settledHeight) ||
        Number(b.value - a.value),
    )
  for (const { outpoint, value, publicKey } of coins) {
    const [txid, vout] = outpoint.split(':') as [string, string]
    const free = await rpc.call<GetTxOut | null>('gettxout', txid, Number(vout), true)
    if (free && (!free.coinbase || free.confirmations >= 100)) return { txid, vout: Number(vout), value, publicKey }
  }
  return undefined
}

/**
 * Satoshis of all known outputs, also of those that open jobs spend: most of their value returns as change. Null before any
 * output is known: no search has ended yet, or there is none.
 */
export async function readKnownBalance(tx: Tx): Promise<bigint | null> {
  const [row] = await tx.select({ sum: sql<string | null>`sum(${anchorCoin.value})` }).from(anchorCoin)
  return row?.sum == null ? null : BigInt(row.sum)
}
