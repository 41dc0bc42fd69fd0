import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { anchorableBatchCondition, anchorableRoundCondition } from './demo-data.ts'
import {
  type ChildRoot,
  commitChildren,
  findChildren,
  MAX_CHILDREN,
  setChildren,
  treeOf,
  tryLockGathering,
} from './gather.ts'

/** On a public network an epoch costs a fee. On a local network it closes as soon as a round waits. */
export function epochMs({ bitcoinEpochSeconds }: Pick<Config, 'bitcoinEpochSeconds'>, network: string): number {
  return network === 'regtest' ? 0 : bitcoinEpochSeconds * 1000
}

/**
 * Builds a tree of the roots that belong to no epoch yet. Its root is anchored on Bitcoin: one transaction for any number
 * of rounds. An epoch that is not signed yet, because of the fee or because no node responds, takes up the roots that
 * arrive meanwhile instead of being followed by another one.
 *
 * @param everyMs shortest time since the last epoch; 0 closes one at once
 */
export async function closeEpoch(tx: Tx, everyMs: number): Promise<boolean> {
  if (!(await tryLockGathering(tx, 'epoch'))) return false
  const unsigned = await lockUnsigned(tx)
  if (unsigned.length === 0 && (await hasRecentEpoch(tx, everyMs))) return false
  const waiting = await waitingChildren(tx)
  if (waiting.length === 0 && unsigned.length < 2) return false
  if (unsigned.length === 0) await commitChildren(tx, 'epoch', 'bitcoin', waiting)
  else await extendEpoch(tx, unsigned, waiting)
  return true
}

type Unsigned = { jobId: string; epochId: string }

/** Epochs that wait for their first signature. A job that is being signed is locked by that transaction and not returned. */
async function lockUnsigned(tx: Tx): Promise<Unsigned[]> {
  return tx
    .select({ jobId: anchorJob.id, epochId: anchorJob.commitmentId })
    .from(anchorJob)
    .where(and(eq(anchorJob.chain, 'bitcoin'), eq(anchorJob.state, 'QUEUED'), isNull(anchorJob.network)))
    .orderBy(anchorJob.createdAt, anchorJob.id)
    .for('update', { skipLocked: true })
}

async function hasRecentEpoch(tx: Tx, everyMs: number): Promise<boolean> {
  const last = await tx
    .select({ id: anchorCommitment.id })
    .from(anchorCommitment)
    .where(
      and(
        eq(anchorCommitment.kind, 'epoch'),
        sql`${anchorCommitment.createdAt} > now() - ${everyMs} * interval '1 millisecond'`,
      ),
    )
    .limit(1)
  return last.length > 0
}

const roundWaits = sql`c.kind = 'round' and c.parent_id is null and ${anchorableRoundCondition}`
const earlierBatchWaits = sql`c.kind = 'batch' and c.parent_id is null and ${anchorableBatchCondition}
  and exists (select from anchor_job j where j.commitment_id = c.id)`
export const waitingForEpochCondition = sql`(${roundWaits} or ${earlierBatchWaits})`

/** Rounds, and batches of earlier versions, which were anchored on Catapult without a round. */
async function waitingChildren(tx: Tx): Promise<ChildRoot[]> {
  const order = sql`order by c.created_at, c.id limit ${MAX_CHILDREN}`
  const rounds = sql`${roundWaits} ${order}`
  const batches = sql`${earlierBatchWaits} ${order}`
  return [...(await findChildren(tx, batches)), ...(await findChildren(tx, rounds))].slice(0, MAX_CHILDREN)
}

/** Joins all unsigned epochs and the waiting roots in the first of these epochs. */
async function extendEpoch(tx: Tx, unsigned: readonly Unsigned[], waiting: readonly ChildRoot[]): Promise<void> {
  const ids = unsigned.map(({ epochId }) => epochId)
  const own = await findChildren(
    tx,
    sql`c.parent_id = any(${uuidArray(ids)}) order by array_position(${uuidArray(ids)}, c.parent_id), c.parent_idx`,
  )
  const children = [...own, ...waiting].slice(0, Math.max(own.length, MAX_CHILDREN))
  const [first, ...others] = unsigned
  await setChildren(tx, first!.epochId, children)
  if (others.length > 0) {
    const jobs = others.map(({ jobId }) => jobId)
    await tx.delete(anchorJob).where(inArray(anchorJob.id, jobs))
    await tx.delete(anchorCommitment).where(inArray(anchorCommitment.id, ids.slice(1)))
  }
  await tx.update(anchorCommitment).set(treeOf(children)).where(eq(anchorCommitment.id, first!.epochId))
}
