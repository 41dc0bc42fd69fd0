import { buildTree, leafHash } from '#server/anchoring/proof/merkle.ts'
import { anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

/**
 * Children of one tree. With 16 levels of batches in a round, 16 of rounds in an epoch and 20 of codes in a batch, a proof
 * has about 200 operations; a reader of .ots files allows 255.
 */
export const maxChildren = 65_536

/** A root that is to be a leaf of a larger tree. */
type ChildRoot = {
  id: string
  root: Buffer
}

/** The trees of a chain: rounds on Catapult, epochs on Bitcoin. */
type TreeKind = {
  kind: 'round' | 'epoch'
  chain: ChainId
}

/** Only one transaction at a time gathers roots: no root is in two trees, and no round changes while an epoch takes it up. */
export async function tryLockGathering(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('anchoring:gathering', 0)) as mine`,
  )
  return rows[0]?.mine === true
}

/** A tree whose root waits for its first signature, and which belongs to no other tree. */
type UnsignedTree = {
  jobId: string
  id: string
  size: number
  createdAt: Date
}

/**
 * Locks the oldest unsigned trees with room for more children, as many as fit into one tree. A job whose signature is being stored is
 * locked by that transaction and not returned.
 */
export async function lockUnsigned(tx: Tx, { kind, chain }: TreeKind): Promise<UnsignedTree[]> {
  const { id, size, createdAt } = anchorCommitment
  const found = await tx
    .select({ jobId: anchorJob.id, id, size, createdAt })
    .from(anchorJob)
    .innerJoin(anchorCommitment, eq(id, anchorJob.commitmentId))
    .where(
      and(
        and(eq(anchorJob.chain, chain), eq(anchorJob.state, 'QUEUED'), isNull(anchorJob.network)),
        and(eq(anchorCommitment.kind, kind), isNull(anchorCommitment.parentId), lt(size, maxChildren)),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .for('update', { of: anchorJob, skipLocked: true })
  let children = 0
  return found.filter((tree) => {
    children += tree.size
    return children <= maxChildren
  })
}

/**
 * Joins unsigned trees and waiting roots in a new tree, which is as old as the oldest of them. Never in one of them: who reads a path
 * in a stored tree may have read the place of the leaf a moment before.
 */
export async function joinUnsigned(
  tx: Tx,
  trees: TreeKind,
  unsigned: readonly UnsignedTree[],
  waiting: readonly ChildRoot[],
): Promise<void> {
  const ids = unsigned.map(({ id }) => id)
  const own = await findChildren(
    tx,
    sql`c.parent_id = any(${uuidArray(ids)}) order by array_position(${uuidArray(ids)}, c.parent_id), c.parent_idx`,
  )
  await tx.delete(anchorJob).where(
    inArray(
      anchorJob.id,
      unsigned.map(({ jobId }) => jobId),
    ),
  )
  await tx.delete(anchorCommitment).where(inArray(anchorCommitment.id, ids))
  await commitChildren(tx, trees, [...own, ...waiting].slice(0, maxChildren), unsigned[0]!.createdAt)
}

/** Stores a tree over roots, and queues its root for a chain. */
export async function commitChildren(
  tx: Tx,
  { kind, chain }: TreeKind,
  children: readonly ChildRoot[],
  createdAt?: Date,
): Promise<void> {
  const [parent] = await tx
    .insert(anchorCommitment)
    .values({ kind, ...treeOf(children), createdAt })
    .returning({ id: anchorCommitment.id })
  await setChildren(tx, parent!.id, children)
  await tx.insert(anchorJob).values({ commitmentId: parent!.id, chain, createdAt })
}

const treeOf = (children: readonly ChildRoot[]) => buildTree(Buffer.concat(children.map(({ root }) => leafHash(root))))

/** Makes rows the leaves of a tree, in this order. */
async function setChildren(tx: Tx, parentId: string, children: readonly ChildRoot[]): Promise<void> {
  await tx.execute(sql`
    update anchor_commitment c set parent_id = ${parentId}, parent_idx = place.idx - 1
    from unnest(${uuidArray(children.map(({ id }) => id))}) with ordinality as place (id, idx) where c.id = place.id`)
}

export async function findChildren(tx: Tx, condition: SQL): Promise<ChildRoot[]> {
  const { rows } = await tx.execute<ChildRoot>(sql`select c.id, c.root from anchor_commitment c where ${condition}`)
  return rows
}
