import { type AnchorAttempt, type InTransaction, updateJob } from '#server/anchoring/jobs/job-store.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import { inclusionPath } from '#server/anchoring/proof/merkle.ts'
import { finalSuffix } from '#server/anchoring/proof/ots-proof.ts'
import { anchorAttempt, anchorCommitment, anchorJob, chainBlock } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { and, desc, eq, lt, sql } from '#server/core/drizzle/orm.ts'
import { readTimestamp } from '#shared/transparency/ots/read-ots.ts'
import { addCoins, findChangeCoin, type Keyring } from './coins.ts'
import { type BlockOfTxids, blockAt, resumeAfterPruning } from './pruned.ts'
import { type BitcoinRpc, BitcoinRpcError, bitcoinRpc } from './rpc.ts'
import { strippedTransaction } from './transaction.ts'

type Followed = {
  rpc: BitcoinRpc
  /** The keys whose outputs are remembered. */
  keys: Keyring
}

/** No proof system survives a deeper reorganisation without an operator. */
const maxStoredBlocks = 300
/** Blocks and milliseconds of one step, so that the worker can be stopped and reports its state while it catches up. */
const stride = 50
const strideMs = 30_000

/**
 * Updates the stored chain to the node's chain, each block in a transaction of its own: a node can need longer for a response than a
 * transaction may wait. Blocks that the node no longer has are deleted first, and jobs that were mined in them go back. Returns the
 * height of the tip, or undefined while more blocks have to be read.
 */
export async function followBitcoin(run: InTransaction, { rpc, keys }: Followed): Promise<number | undefined> {
  let tip = await run(storedTip)
  while (tip && (await hashAt(rpc, tip.height)) !== tip.hash) {
    const removed = tip
    tip = await run(async (tx) => {
      await revertBlock(tx, removed)
      return storedTip(tx)
    })
  }
  const count = await rpc.call<number>('getblockcount')
  let next = tip ? tip.height + 1 : await run((tx) => firstHeight(tx, count))
  if (next > count) return count
  const until = Date.now() + strideMs
  for (let read = 0; next <= count; read++, next++) {
    if (read === stride || Date.now() > until) return undefined
    const block = await blockAt(rpc, next)
    if (!block) {
      const { first, mined } = await resumeAfterPruning(run, rpc)
      if (mined) await run((tx) => applyBlock(tx, mined, keys))
      tip = undefined
      // The loop continues with the first block that the node has.
      next = first - 1
      continue
    }
    if (tip && block.previousblockhash !== tip.hash) return undefined
    await run((tx) => applyBlock(tx, block, keys))
    tip = { height: block.height, hash: block.hash }
  }
  await run((tx) =>
    tx.delete(chainBlock).where(and(eq(chainBlock.chain, 'bitcoin'), lt(chainBlock.height, count - maxStoredBlocks))),
  )
  return count
}

async function storedTip(tx: Tx): Promise<{ height: number; hash: string } | undefined> {
  const [tip] = await tx
    .select({ height: chainBlock.height, hash: chainBlock.hash })
    .from(chainBlock)
    .where(eq(chainBlock.chain, 'bitcoin'))
    .orderBy(desc(chainBlock.height))
    .limit(1)
  return tip
}

async function hashAt(rpc: BitcoinRpc, height: number): Promise<string | null> {
  try {
    return await rpc.call<string>('getblockhash', height)
  } catch (error) {
    if (error instanceof BitcoinRpcError && error.code === bitcoinRpc.invalidParameter) return null
    throw error
  }
}

/**
 * A new installation starts at the tip. One that has sent a transaction starts as many blocks back as it would store.
 */
async function firstHeight(tx: Tx, count: number): Promise<number> {
  const sent = await tx.select({ id: anchorJob.id }).from(anchorJob).where(isSent).limit(1)
  return Math.max(0, sent.length > 0 ? count - maxStoredBlocks : count)
}

const isSent = and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.state, 'SENT'), acceptedNetworkCondition())

async function revertBlock(tx: Tx, block: { height: number; hash: string }): Promise<void> {
  await tx.delete(chainBlock).where(and(eq(chainBlock.chain, 'bitcoin'), eq(chainBlock.height, block.height)))
  const undone = await tx
    .update(anchorJob)
    .set({ state: 'SENT', winner: null, height: null, blockHash: null, nextAt: sql`now()` })
    .where(and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.blockHash, block.hash)))
    .returning({ commitmentId: anchorJob.commitmentId })
  for (const { commitmentId } of undone) {
    await tx.update(anchorCommitment).set({ suffix: null }).where(eq(anchorCommitment.parentId, commitmentId))
  }
}

async function applyBlock(tx: Tx, block: BlockOfTxids, keys: Keyring): Promise<void> {
  const position = new Map(block.tx.map((txid, i) => [txid, i]))
  const sent = await tx
    .select({ attempt: anchorAttempt, commitmentId: anchorJob.commitmentId })
    .from(anchorAttempt)
    .innerJoin(anchorJob, eq(anchorJob.id, anchorAttempt.jobId))
    .where(isSent)
  for (const { attempt, commitmentId } of sent) {
    const at = position.get(attempt.txid)
    if (at === undefined) continue
    const change = findChangeCoin(attempt.raw, keys)
    if (change) await addCoins(tx, [{ ...change, height: block.height }])
    // A child contains no root; its parent is in the same block or an earlier one.
    if (attempt.kind === 'child') continue
    await storeSuffixes(tx, commitmentId, attempt, { block, position: at })
    const { height, hash: blockHash } = block
    await updateJob(tx, attempt.jobId, { state: 'MINED', winner: attempt.txid, height, blockHash, error: null })
  }
  await tx.insert(chainBlock).values({ chain: 'bitcoin', height: block.height, hash: block.hash })
}

/**
 * The bytes from a batch root to the block header are the same for every code of the batch, so they are stored once.
 */
async function storeSuffixes(
  tx: Tx,
  epochId: string,
  attempt: AnchorAttempt,
  { block, position }: { block: BlockOfTxids; position: number },
): Promise<void> {
  const [epoch] = await tx.select().from(anchorCommitment).where(eq(anchorCommitment.id, epochId))
  const batches = await tx
    .select({ id: anchorCommitment.id, root: anchorCommitment.root, idx: anchorCommitment.parentIdx })
    .from(anchorCommitment)
    .where(eq(anchorCommitment.parentId, epochId))
  const strippedTx = strippedTransaction(attempt.raw)
  const suffixes: { id: string; suffix: string }[] = []
  for (const { id, root, idx } of batches) {
    const suffix = finalSuffix(root, {
      epochRoot: epoch!.root,
      epochPath: inclusionPath(epoch!.levels, epoch!.size, idx!),
      strippedTx,
      blockTxids: block.tx,
      position,
      height: block.height,
    })
    const [end] = readTimestamp(suffix, root).attestations
    if (!end || Buffer.from(end.message).reverse().toString('hex') !== block.merkleroot) {
      throw new Error(`The proof of batch ${id} does not lead to the merkle root of block ${block.hash}.`)
    }
    suffixes.push({ id, suffix: suffix.toString('hex') })
  }
  await tx.execute(sql`
    update anchor_commitment c set suffix = decode(listed.suffix, 'hex')
    from ${recordset(suffixes, 'id uuid, suffix text')} where c.id = listed.id`)
}
