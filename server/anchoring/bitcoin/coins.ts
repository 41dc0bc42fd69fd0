import { Transaction } from 'bitcoinjs-lib'
import type { InTransaction } from '#server/anchoring/jobs/job-store.ts'
import { anchorCoin, anchorJob } from '#server/anchoring/table.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { and, desc, eq, gt, gte, inArray, notExists, sql } from '#server/core/drizzle/orm.ts'
import { changeScript } from './key.ts'
import type { BitcoinRpc } from './rpc.ts'
import type { Utxo } from './transaction.ts'

/** Satoshis. A smaller output is not worth an input. */
const smallestCoin = 20_000n

export const isSpendable = ({ value }: { value: bigint }): boolean => value >= smallestCoin

/** An unspent output with the key that spends it. */
type Coin = Utxo & { publicKey: Uint8Array }

type GetTxOut = {
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
    outpoint: `${txid}:${vout}`,
    publicKey: Buffer.from(publicKey),
    value,
    height,
  }))
  await tx
    .insert(anchorCoin)
    .values(rows)
    .onConflictDoUpdate({ target: anchorCoin.outpoint, set: { height: sql`excluded.height` } })
}

/**
 * The known output that is best spent next: of a former key, so that the money moves to the present one; then one that a
 * reorganisation is least likely to remove; then the largest. The node is asked whether it is still unspent.
 */
export async function selectCoin(
  run: InTransaction,
  rpc: BitcoinRpc,
  keys: Keyring,
  settledHeight: number,
): Promise<Coin | undefined> {
  const { reserved, known } = await run(async (tx) => ({
    reserved: await tx
      .select({ outpoint: anchorJob.inputOutpoint })
      .from(anchorJob)
      .where(inArray(anchorJob.state, ['SENT', 'MINED'])),
    known: await tx.select().from(anchorCoin),
  }))
  const isReserved = new Set(reserved.map(({ outpoint }) => outpoint))
  const rank = (key: Buffer) => (keys.findIndex((one) => key.equals(one)) > 0 ? 0 : 1)
  const coins = known
    .filter(({ publicKey }) => keys.some((key) => publicKey.equals(key)))
    .filter((coin) => isSpendable(coin) && !isReserved.has(coin.outpoint))
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

/** Blocks after which an output that the node does not have is spent, and not only removed by a reorganisation. */
const settled = 6
/** Anybody can send outputs to the address; the node is asked for the dearest. */
const mostCounted = 20
/** A node queues only some calls and rejects more. */
const parallel = 4

/**
 * Satoshis of the known outputs that the node has as unspent. Those that open jobs spend count until the transaction is in a block,
 * which contains their change. Spent ones are forgotten: by an anchor, by a child that spends the change of an anchor, or by
 * transactions that a restored database does not know.
 */
export async function readBalance(
  { system }: Pick<Database, 'system'>,
  rpc: BitcoinRpc,
  height: number,
): Promise<bigint> {
  const known = await system((tx) =>
    tx
      .select()
      .from(anchorCoin)
      // Those that a mined anchor spends would take the place of its change.
      .where(and(gte(anchorCoin.value, smallestCoin), notExists(anchorsThatSpend(tx, height))))
      .orderBy(desc(anchorCoin.value))
      .limit(mostCounted),
  )
  const states: { coin: (typeof known)[number]; isUnspent: boolean }[] = []
  for (let at = 0; at < known.length; at += parallel) {
    const some = known.slice(at, at + parallel)
    states.push(...(await Promise.all(some.map(async (coin) => ({ coin, isUnspent: await isUnspent(rpc, coin) })))))
  }
  const spent = states.filter(({ coin, isUnspent }) => !isUnspent && height - coin.height >= settled)
  if (spent.length > 0) {
    const outpoints = spent.map(({ coin }) => coin.outpoint)
    await system((tx) => tx.delete(anchorCoin).where(inArray(anchorCoin.outpoint, outpoints)))
  }
  return states.reduce((sum, { coin, isUnspent }) => (isUnspent ? sum + coin.value : sum), 0n)
}

/** Anchors in the blocks in which a reorganisation could still undo them. */
const anchorsThatSpend = (tx: Tx, height: number) =>
  tx
    .select({ id: anchorJob.id })
    .from(anchorJob)
    .where(
      and(
        eq(anchorJob.chain, 'bitcoin'),
        gt(anchorJob.height, height - settled),
        eq(anchorJob.inputOutpoint, anchorCoin.outpoint),
      ),
    )

async function isUnspent(rpc: BitcoinRpc, { outpoint }: { outpoint: string }): Promise<boolean> {
  const [txid, vout] = outpoint.split(':')
  return (await rpc.call<GetTxOut | null>('gettxout', txid, Number(vout), false)) !== null
}
