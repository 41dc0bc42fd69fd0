import type { BroadcastResult } from '#server/anchoring/chain.ts'
import { JobBlockedError } from '#server/anchoring/jobs/blocked.ts'
import type { AnchorAttempt, InTransaction, OpenJob, SentJob } from '#server/anchoring/jobs/job-store.ts'
import { chainBlock } from '#server/anchoring/table.ts'
import { eq, max } from '#server/core/drizzle/orm.ts'
import { type BroadcastRejection, sendTransaction } from './broadcast-rejection.ts'
import { bumpFee, bumpFeeByChild } from './bump-fee.ts'
import type { BitcoinConnection } from './chain.ts'
import type { BitcoinRpc } from './rpc.ts'
import { outpointOf, spentBy } from './transaction.ts'

/**
 * Sends the transactions that spend the present output, newest first, until the node takes one. Then raises the fee when it does not
 * confirm.
 *
 * @param height of the last block that was read
 */
export async function broadcastAnchor(
  run: InTransaction,
  connection: BitcoinConnection,
  { job, attempts: oldestFirst }: SentJob,
  height: number,
): Promise<BroadcastResult> {
  const { rpc, rebroadcastMs, bumpAfter } = connection
  const all = oldestFirst.toReversed()
  // Attempts that spend an earlier output are not sent again: they could confirm in addition to one that spends the
  // present output.
  const attempts = all.filter(({ kind, raw }) => kind === 'anchor' && spentBy(raw) === job.inputOutpoint)
  const { accepted, rejection } = await sendFirst(rpc, attempts)
  if (accepted) {
    const isNewest = accepted === attempts[0]
    if (!isNewest && rejection?.about === 'replacement') {
      const againMs = await bumpFeeByChild(run, connection, job, {
        anchor: accepted,
        children: childrenOf(all, accepted),
        height,
      })
      return { againMs }
    }
    // If the newest is rejected for its form, every further one would be rejected, too.
    if (!isNewest && rejection?.about === 'other') throw rejectionError(rejection)
    const isOverdue = height - attempts[0]!.signedAt >= bumpAfter
    if (isOverdue || !isNewest) await bumpFee(run, connection, job, { attempts, accepted, height })
    return { againMs: isOverdue ? 0 : rebroadcastMs }
  }
  switch (rejection?.about) {
    case 'known':
      return { againMs: rebroadcastMs }
    case 'inputs':
      return (await isInputGone(run, rpc, job, height)) ? 'unminable' : { againMs: 0 }
    case 'fee':
      if (!(await bumpFee(run, connection, job, { attempts, accepted: undefined, height })))
        throw rejectionError(rejection)
      return { againMs: 0 }
    default:
      throw rejectionError(rejection!)
  }
}

const rejectionError = ({ words }: BroadcastRejection): JobBlockedError =>
  new JobBlockedError('refused', `The Bitcoin node rejects the transaction, and not because of its fee: ${words}`)

const childrenOf = (attempts: readonly AnchorAttempt[], { txid }: AnchorAttempt): AnchorAttempt[] =>
  attempts.filter(({ kind, raw }) => kind === 'child' && spentBy(raw) === outpointOf({ txid, vout: 0 }))

/** Returns the newest attempt that is in the mempool, and why the newest of all is not. */
async function sendFirst(rpc: BitcoinRpc, attempts: readonly AnchorAttempt[]) {
  let rejection: BroadcastRejection | undefined
  for (const attempt of attempts) {
    const found = await sendTransaction(rpc, attempt.raw)
    if (!found) return { accepted: attempt, rejection }
    rejection ??= found
    if (found.about === 'known') return { accepted: undefined, rejection: found }
  }
  return { accepted: undefined, rejection }
}

/**
 * The input is missing or spent: an attempt is mined (the next step sees it), or a reorganisation removed the spent
 * output. Only in the last case may another output be spent.
 */
async function isInputGone(
  run: InTransaction,
  rpc: BitcoinRpc,
  { inputOutpoint }: OpenJob,
  height: number,
): Promise<boolean> {
  const [txid, vout] = inputOutpoint!.split(':')
  if (await rpc.call('gettxout', txid, Number(vout), false)) return false
  // Read last, because a block that arrived in the meantime may contain an attempt.
  if ((await rpc.call<number>('getblockcount')) !== height) return false
  const [seen] = await run((tx) =>
    tx
      .select({ height: max(chainBlock.height) })
      .from(chainBlock)
      .where(eq(chainBlock.chain, 'bitcoin')),
  )
  return seen?.height === height
}
