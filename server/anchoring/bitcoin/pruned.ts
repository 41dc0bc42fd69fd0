import { JobBlockedError } from '#server/anchoring/jobs/blocked.ts'
import { type AnchorAttempt, attemptsOf, type InTransaction } from '#server/anchoring/jobs/job-store.ts'
import { acceptedNetworkCondition } from '#server/anchoring/nodes/accepted-network.ts'
import { anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import { type BitcoinRpc, BitcoinRpcError, bitcoinRpc } from './rpc.ts'

export type BlockOfTxids = {
  hash: string
  height: number
  previousblockhash?: string
  merkleroot: string
  tx: string[]
}

/** A block with the ids of its transactions; undefined if the node has deleted it. Its header is never deleted. */
export async function blockAt(rpc: BitcoinRpc, height: number): Promise<BlockOfTxids | undefined> {
  try {
    return await rpc.call<BlockOfTxids>('getblock', await rpc.call<string>('getblockhash', height), 1)
  } catch (error) {
    if (error instanceof BitcoinRpcError && error.code === bitcoinRpc.misc && /pruned/i.test(error.message))
      return undefined
    throw error
  }
}

/**
 * Finds the block at which reading continues when the node has deleted the next block: the worker was away for longer than the
 * node keeps blocks. The database contains all signed transactions, and the node's outputs, which are never deleted, show the
 * state of these transactions: while their input is unspent, none is in a block; otherwise the change of one of them says in
 * which block it is. Throws JobBlockedError if that block was deleted too and no peer has sent it yet.
 *
 * @returns the first block that the node has, and the deleted block with our transaction if a peer has sent it
 */
export async function resumeAfterPruning(
  run: InTransaction,
  rpc: BitcoinRpc,
): Promise<{ first: number; mined?: BlockOfTxids }> {
  const { pruneheight: first = 0 } = await rpc.call<{ pruneheight?: number }>('getblockchaininfo')
  const job = await run(jobInFlight)
  if (!job) return { first }
  const [txid, vout] = job.input.split(':')
  if (await rpc.call('gettxout', txid, Number(vout), false)) return { first }
  const height = await minedHeight(rpc, job.attempts)
  if (height === undefined) {
    throw new JobBlockedError(
      'pruned',
      `The node has deleted the blocks in which transaction ${job.attempts.at(-1)!.txid} may be. Add a node that has them to BITCOIN_RPC_URL.`,
    )
  }
  if (height >= first) return { first }
  const mined = await blockAt(rpc, height)
  if (mined) return { first, mined }
  await requestFromPeers(rpc, height)
  throw new JobBlockedError(
    'pruned',
    `The node has deleted block ${height}, which contains our transaction. It was requested from the peers of the node.`,
    15_000,
  )
}

type InFlight = {
  input: string
  attempts: AnchorAttempt[]
}

/** The job whose transaction is in flight. There is at most one. */
async function jobInFlight(tx: Tx): Promise<InFlight | undefined> {
  const [job] = await tx
    .select({ id: anchorJob.id, input: anchorJob.inputOutpoint })
    .from(anchorJob)
    .where(and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.state, 'SENT'), acceptedNetworkCondition()))
    .limit(1)
  return job && { input: job.input!, attempts: await attemptsOf(tx, job) }
}

/**
 * The block of an anchor whose change is unspent. A child spends the change of its anchor, so that only the child's block is
 * known then: it does not tell the block of the anchor.
 */
async function minedHeight(rpc: BitcoinRpc, attempts: readonly AnchorAttempt[]): Promise<number | undefined> {
  type Output = { bestblock: string; confirmations: number }
  for (const { txid } of attempts.filter(({ kind }) => kind === 'anchor')) {
    const change = await rpc.call<Output | null>('gettxout', txid, 0, false)
    if (!change) continue
    const { height } = await rpc.call<{ height: number }>('getblockheader', change.bestblock)
    return height - change.confirmations + 1
  }
  return undefined
}

/** Bitcoin Core 24 and later. A peer may reject the request, and the block arrives later: a later step looks for it. */
async function requestFromPeers(rpc: BitcoinRpc, height: number): Promise<void> {
  const hash = await rpc.call<string>('getblockhash', height)
  try {
    for (const { id } of await rpc.call<{ id: number }[]>('getpeerinfo')) {
      await rpc.call('getblockfrompeer', hash, id).catch((error: unknown) => {
        if (!(error instanceof BitcoinRpcError)) throw error
      })
    }
  } catch (error) {
    // An old node has no such call.
    if (!(error instanceof BitcoinRpcError)) throw error
  }
}
