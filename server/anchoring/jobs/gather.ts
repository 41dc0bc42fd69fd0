import { type SQL, sql } from 'drizzle-orm'
import { buildTree, leafHash } from '#server/anchoring/proof/merkle.ts'
import { anchorCommitment, anchorJob } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'

/**
 * Children of one tree. With 16 levels of batches in a round, 16 of rounds in an epoch and 20 of codes in a batch, a proof
 * has about 200 operations; a reader of .ots files allows 255.
 */
export const MAX_CHILDREN = 65_536

/** A root that is to be a leaf of a larger tree. */
export interface ChildRoot extends Record<string, unknown> {
  id: string
  root: Buffer
}

/** Only one transaction at a time gathers roots, so that no root is in two trees. */
export async function tryLockGathering(tx: Tx, kind: 'round' | 'epoch'): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`anchoring:${kind}`}, 0)) as mine`,
  )
  return rows[0]?.mine === true
}

/** Stores a tree over roots, and queues its root for a chain. */
export async function commitChildren(
  tx: Tx,
  kind: 'round' | 'epoch',
  chain: ChainId,
  children: readonly ChildRoot[],
): Promise<void> {
  const [parent] = await tx
    .insert(anchorCommitment)
    .values({ kind, ...treeOf(children) })
    .returning({ id: anchorCommitment.id })
  await setChildren(tx, parent!.id, children)
  await tx.insert(anchorJob).values({ commitmentId: parent!.id, chain })
}

export const treeOf = (children: readonly ChildRoot[]) =>
  buildTree(Buffer.concat(children.map(({ root }) => leafHash(root))))

/** Makes rows the leaves of a tree, in this order. */
export async function setChildren(tx: Tx, parentId: string, children: readonly ChildRoot[]): Promise<void> {
  await tx.execute(sql`
    update anchor_commitment c set parent_id = ${parentId}, parent_idx = place.idx - 1
    from unnest(${uuidArray(children.map(({ id }) => id))}) with ordinality as place (id, idx) where c.id = place.id`)
}

export async function findChildren(tx: Tx, condition: SQL): Promise<ChildRoot[]> {
  const { rows } = await tx.execute<ChildRoot>(sql`select c.id, c.root from anchor_commitment c where ${condition}`)
  return rows
}
